// SPDX-License-Identifier: MIT
//
// Any JSON value as a tidy tree: short values in a line, long texts folded, deep parts on demand.

import { visible } from '../../text/safe';
import { t } from '../../i18n';
import { Disclosure, useFold } from '../../ui/Fold';
import { LongText } from '../../ui/LongText';

const kMaxItems = 200;
const kShort = 120;

function Scalar({ value }: { value: unknown }) {
  if (typeof value === 'string') {
    return value.length <= kShort && !value.includes('\n') ? <span class="json-text">{visible(value)}</span> : <FoldedText text={value} />;
  }
  return <span class="json-other">{String(value)}</span>;
}

function FoldedText({ text }: { text: string }) {
  const { shown, more, long } = useFold(text, 8);
  return (
    <div class="json-long">
      {long ? <LongText text={long} /> : <pre tabIndex={0}>{shown}</pre>}
      {more}
    </div>
  );
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

export function JsonTree({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (isScalar(value)) return <Scalar value={value} />;
  const entries = Array.isArray(value) ? value.map((v, i) => [String(i), v] as const) : Object.entries(value as object);
  if (entries.length === 0) return <span class="json-other">{Array.isArray(value) ? '[]' : '{}'}</span>;
  return (
    <dl class="json">
      {entries.slice(0, kMaxItems).map(([name, item]) => (
        <div key={name} class="json-row">
          <dt>{visible(name)}</dt>
          <dd>
            {isScalar(item) ? (
              <Scalar value={item} />
            ) : (
              <Disclosure open={depth < 1} holds={() => JSON.stringify(item) ?? ''} summary={<span class="json-other">{sizeOf(item)}</span>}>
                {() => <JsonTree value={item} depth={depth + 1} />}
              </Disclosure>
            )}
          </dd>
        </div>
      ))}
      {entries.length > kMaxItems ? <div class="json-row">{t('andMore', { n: entries.length - kMaxItems })}</div> : null}
    </dl>
  );
}

function sizeOf(value: unknown): string {
  return Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value as object).length}}`;
}
