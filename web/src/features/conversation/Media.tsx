// SPDX-License-Identifier: MIT
//
// Pictures and documents. Pages of a conversation carry only their kind and size; the bytes come
// from the raw line when the part is on the screen (small pictures) or asked for.

import { useContext, useEffect, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { MediaPart } from '../../api/types';
import { bytes, t } from '../../i18n';
import { imageData, visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { fields, items, text } from '../tools/access';
import { SessionScope } from './scope';

const kLoadAtOnce = 3_000_000;

interface Source {
  mediaType: string;
  data: string;
}

/** All base64 sources of a line, in order: of its blocks and of the results inside them. */
export function sourcesOf(line: unknown): Source[] {
  const found: Source[] = [];
  const visit = (blocks: unknown[], depth: number): void => {
    for (const block of blocks.map(fields)) {
      const source = fields(block['source']);
      if (text(source['data'])) found.push({ mediaType: text(source['media_type']), data: text(source['data']) });
      if (depth < 3) visit(items(block['content']), depth + 1);
    }
  };
  visit(items(fields(fields(line)['message'])['content']), 0);
  return found;
}

export function Media({ part, nth }: { part: MediaPart; nth: number }) {
  const { session } = useContext(SessionScope);
  const [source, setSource] = useState<Source | 'failed' | null>(null);
  const [asked, setAsked] = useState(part.type === 'image' && part.bytes <= kLoadAtOnce);
  useEffect(() => {
    if (!asked || !part.uuid) return;
    let live = true;
    get('raw', { session, uuid: part.uuid }).then(
      (line) => live && setSource(sourcesOf(line)[nth] ?? 'failed'),
      () => live && setSource('failed'),
    );
    return () => {
      live = false;
    };
  }, [asked, session, part.uuid, nth]);

  const label = `${part.type === 'image' ? t('picture') : t('document')} · ${visible(part.mediaType)} · ${bytes(part.bytes)}`;
  if (part.type === 'reference' || part.type === 'unknown') return <span class="media-chip"><Icon name="file" /> {visible(part.mediaType)}</span>;
  if (source && source !== 'failed') {
    const url = imageData(source.mediaType, source.data);
    if (url) {
      return (
        <figure class="media">
          <img src={url} alt={label} />
          <figcaption>{label}</figcaption>
        </figure>
      );
    }
    const href = downloadUrl(source);
    if (!href) return <span class="media-chip"><Icon name="file" /> {label} · {t('cannotRead')}</span>;
    return (
      <a class="media-chip" download={source.mediaType === 'application/pdf' ? 'document.pdf' : 'document.bin'} href={href}>
        <Icon name="down" /> {t('saveDocument')} · {label}
      </a>
    );
  }
  return (
    <button type="button" class="media-chip" disabled={asked || !part.uuid} onClick={() => setAsked(true)}>
      <Icon name="file" /> {label} {source === 'failed' ? `· ${t('cannotRead')}` : ''}
    </button>
  );
}

// Never a type that a browser would run: a document is saved, not opened in this page's name.
function downloadUrl(source: Source): string | undefined {
  let binary: string;
  try {
    binary = atob(source.data.replace(/\s/g, ''));
  } catch {
    return undefined; // not base64 at all
  }
  const array = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  return URL.createObjectURL(new Blob([array], { type: 'application/octet-stream' }));
}
