// SPDX-License-Identifier: MIT
//
// One script and one style for exported files (build/embed_export.mjs puts them into the program).
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const daemon = here('./src/api/client.ts');
const offline = here('./src/features/share/exported/client.ts');

export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  plugins: [
    {
      name: 'answers from the file itself',
      enforce: 'pre',
      async resolveId(source, importer, options) {
        if (!source.endsWith('/client')) return null;
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        return found?.id === daemon ? offline : null;
      },
    },
  ],
  build: {
    target: 'es2022',
    outDir: process.env.CLEW_WEB_OUT ?? 'dist-export',
    emptyOutDir: true,
    copyPublicDir: false,
    cssCodeSplit: false,
    modulePreload: false,
    rollupOptions: {
      input: here('./src/features/share/exported/main.tsx'),
      output: { format: 'iife', inlineDynamicImports: true, entryFileNames: 'export.js', assetFileNames: 'export.[ext]' },
    },
    reportCompressedSize: false,
  },
});
