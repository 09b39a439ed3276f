// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { CopyButton } from '../ui/CopyButton';
import { plain } from '../text/safe';
import { highlighted, type Paint } from './highlight';

const kCalm = 90;

/** Colours come a moment after the text, and only if the language is known. */
export function useHighlight(text: string, language: string): ComponentChildren {
  const [paint, setPaint] = useState<{ of: string; nodes: Paint } | null>(null);
  useEffect(() => {
    let live = true;
    // What scrolls past at once is not worth colouring.
    const timer = setTimeout(() => {
      void highlighted(text, language).then((nodes) => {
        if (live && nodes) setPaint({ of: text, nodes });
      });
    }, kCalm);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [text, language]);
  return paint && paint.of === text ? paint.nodes : text;
}

export function Code({ text, language }: { text: string; language: string }) {
  const clean = plain(text);
  const name = language.trim().split(/[\s,{]/)[0] ?? '';
  const painted = useHighlight(clean, name);
  return (
    <figure class="code">
      <figcaption>
        <span>{name || t('code')}</span>
        <CopyButton text={clean} />
      </figcaption>
      <pre tabIndex={0}><code>{painted}</code></pre>
    </figure>
  );
}
