// SPDX-License-Identifier: MIT
import { defineConfig } from 'vitest/config';

export default defineConfig({
  base: './',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    target: 'es2022',
    outDir: process.env.CLEW_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    // The page's policy allows no data: fonts or scripts; every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The daemon knows names that change with their content by their hexadecimal endings.
    rollupOptions: { output: { hashCharacters: 'hex' } },
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': process.env.CLEW_SERVER ?? 'http://127.0.0.1:4180' },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
});
