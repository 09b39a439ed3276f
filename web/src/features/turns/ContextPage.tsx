// SPDX-License-Identifier: MIT
//
// How full the context was behind each turn, what filled it, and the largest single texts in it.

import { useMemo, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { ContextItem, SessionTurn, TurnList, TurnPart } from '../../api/types';
import { route, sessionHref } from '../../app/router';
import { bytes, compact, number, t, type Key } from '../../i18n';
import { visible } from '../../text/safe';
import { useAnswer } from '../../ui/useAnswer';
import { fillOf } from '../conversation/TurnFacts';
import { SubPage } from './SubPage';
import { columnsOf, layersOf, unrecordedOf, type Column, type Layer } from './parts';
import { displayName } from '../tools/registry';
import '../usage/usage.css';

const kHeight = 260;
const kMostDrops = 4; // compactions that are named one by one
const kWhat: Record<TurnPart['what'], Key> = { prompt: 'partPrompt', answer: 'partAnswer', thinking: 'roleThinking', tool: 'toolCall', attachment: 'kindAttachment', summary: 'kindSummary', other: 'partOther' };

export function nameOfLayer({ key, what, name }: Pick<Layer, 'key' | 'what' | 'name'>): string {
  if (key === 'rest') return t('partRest');
  return name ? visible(displayName(name)) : t(kWhat[what]);
}

function sayColumn({ turn, index, known }: Column): string {
  const fill = fillOf(turn);
  return `${t('turnNumber', { n: index + 1 })} ${turn.prompt.slice(0, 80)}\n${turn.contextTokens ? t('contextTokens', { n: compact(turn.contextTokens) }) : ''}${fill === null ? '' : ` · ${Math.round(fill * 100)} %`}\n${t('textSince', { n: compact(known) })}`;
}

function Chart({ columns, layers, most, window: size }: { columns: Column[]; layers: Layer[]; most: number; window: number }) {
  const { session } = route.value;
  const width = Math.max(3, Math.min(46, Math.floor(980 / columns.length)));
  const y = (tokens: number): number => kHeight - (tokens / most) * kHeight;
  return (
    <div class="context-chart" role="group" aria-label={t('contextOverTime')}>
      <svg width={columns.length * width + 60} height={kHeight + 26} viewBox={`0 0 ${columns.length * width + 60} ${kHeight + 26}`}>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <g key={share} class="chart-tick"><line x1="52" x2={columns.length * width + 56} y1={y(share * most)} y2={y(share * most)} /><text x="46" y={y(share * most) + 4}>{compact(Math.round(share * most))}</text></g>
        ))}
        {size > 0 && size <= most ? <line class="window-line" x1="52" x2={columns.length * width + 56} y1={y(size)} y2={y(size)} /> : null}
        {columns.map((column) => {
          let at = 0;
          const x = 54 + column.index * width;
          return (
            <a key={column.index} href={sessionHref(session, column.turn.uuid ? { at: column.turn.uuid } : {})} class="context-column" aria-label={sayColumn(column).replaceAll('\n', ', ')} data-testid="context-column">
              <title>{sayColumn(column)}</title>
              <rect class="chart-hit" x={x} y="0" width={width} height={kHeight} />
              {column.turn.contextTokens ? <rect class="context-rest" x={x + 1} width={Math.max(1, width - 2)} y={y(column.turn.contextTokens)} height={kHeight - y(column.turn.contextTokens)} /> : null}
              {column.parts.map((tokens, i) => {
                const bottom = y(at);
                at = Math.min(at + tokens, column.turn.contextTokens ?? Infinity, most);
                const top = y(at);
                return bottom - top >= 0.3 ? <rect key={layers[i]!.key} class={`series-${i % 8}`} x={x + 1} width={Math.max(1, width - 2)} y={top} height={bottom - top} /> : null;
              })}
              {column.turn.compacted ? <path class="compact-mark" d={`M${x} 0V${kHeight}`} /> : null}
            </a>
          );
        })}
        <text class="chart-x" x={54 + (columns.length * width) / 2} y={kHeight + 18}>{t('turnsFirstToLast', { n: columns.length })}</text>
      </svg>
    </div>
  );
}

function Largest({ items, turns }: { items: readonly ContextItem[]; turns: readonly SessionTurn[] }) {
  // A call that says nothing of itself, such as a list of todos, is told by what it was for.
  const promptOf = (item: ContextItem): string => turns[item.turn - 1]?.prompt || displayName(item.name ?? '') || t(kWhat[item.what]);
  const { session } = route.value;
  const [all, setAll] = useState(false);
  if (items.length === 0) return null;
  return (
    <section class="largest">
      <h2>{t('largestTexts')}</h2>
      <div class="table-scroll">
        <table class="usage-table" data-testid="largest">
          <thead><tr><th>{t('partWhat')}</th><th>{t('partAbout')}</th><th class="num">{t('turn')}</th><th class="num">{t('size')}</th><th class="num">≈ {t('tokens')}</th><th>{t('stillSent')}</th></tr></thead>
          <tbody>
            {(all ? items : items.slice(0, 15)).map((item, i) => (
              <tr key={i}>
                <td>{item.name ? visible(displayName(item.name)) : t(kWhat[item.what])}</td>
                <th scope="row">{item.uuid ? <a href={sessionHref(session, { at: item.uuid })}>{visible(item.label || promptOf(item))}</a> : visible(item.label || promptOf(item))}</th>
                <td class="num">{item.turn}</td>
                <td class="num">{bytes(item.bytes)}</td>
                <td class="num">{number(item.tokens)}</td>
                <td>{item.sent ? t('yes') : t('no')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!all && items.length > 15 ? <button type="button" class="hit-more" onClick={() => setAll(true)}>{t('andMore', { n: items.length - 15 })}</button> : null}
    </section>
  );
}

function Body({ answer }: { answer: TurnList }) {
  const layers = useMemo(() => layersOf(answer.turns), [answer]);
  const columns = useMemo(() => columnsOf(answer.turns, layers), [answer, layers]);
  const size = Math.max(0, ...answer.turns.map((turn) => turn.windowTokens ?? 0));
  const top = Math.max(1, ...columns.map((column) => Math.max(column.turn.contextTokens ?? 0, column.turn.contextTokens ? 0 : column.known), 0));
  // The window is the scale where it says something; a nearly empty one would flatten everything.
  const most = size > 0 && top > size / 4 ? Math.max(size, top) : top * 1.15;
  const last = answer.turns.findLast((turn) => turn.contextTokens);
  // At the end, where the figure above is from.
  const unrecorded = unrecordedOf(columns.findLast((column) => column.turn.contextTokens));
  const drops = answer.turns.filter((turn) => turn.compacted);
  return (
    <>
      <p class="page-note">
        {last?.contextTokens ? t('contextAtEnd', { n: number(last.contextTokens), of: last.windowTokens ? number(last.windowTokens) : '?' }) : t('contextUnknown')}
        {drops.length > kMostDrops ? ` · ${t('compactions', { n: drops.length })}` : drops.map((turn, i) => <span key={i}> · {t('compactedFromTo', { before: compact(turn.tokensBefore ?? 0), after: turn.tokensAfter === undefined ? '?' : compact(turn.tokensAfter) })}</span>)}
      </p>
      <Chart columns={columns} layers={layers} most={most} window={size} />
      <ul class="legend">
        {layers.map((layer, i) => <li key={layer.key}><span class={`swatch series-${i % 8}`} /> {nameOfLayer(layer)} <span class="web-host">≈ {compact(layer.tokens)}</span></li>)}
        <li data-testid="unrecorded"><span class="swatch context-rest" /> {t('partUnrecorded')}{unrecorded > 0 ? <> <span class="web-host">≈ {compact(unrecorded)}</span></> : null}</li>
      </ul>
      <p class="page-note">{t('contextNote')}</p>
      <Largest items={answer.largest ?? []} turns={answer.turns} />
    </>
  );
}

export function ContextPage() {
  const { session, params } = route.value;
  const leaf = params['leaf'] ?? '';
  const agent = params['agent'] ?? '';
  const { answer, failed } = useAnswer(`${session} ${leaf} ${agent}`, () => get('turns', { session, leaf, agent, parts: true, noUsage: true }));
  return (
    <SubPage page="context" title={t('contextOverTime')} name={answer?.session.name} failed={failed} waiting={!answer}>
      {answer ? <Body answer={answer} /> : null}
    </SubPage>
  );
}
