// SPDX-License-Identifier: MIT
//
// The whole tree of a session as a picture: scroll or drag to pan, zoom, click a turn to go there.
// Only the rows on the screen are drawn, so a session of thousands of turns is no heavier.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { Branch, OutlineRow, TreeMessage } from '../../api/types';
import { toggleMap } from '../../app/overlay';
import { mapOver, showMap } from '../../app/panes';
import { go, withParams } from '../../app/router';
import { money, t } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { visible } from '../../text/safe';
import { Handle } from '../../ui/Handle';
import { Icon } from '../../ui/Icon';
import { kindLabel } from '../conversation/MessageView';
import { layoutMap, type Stop } from './layout';
import './branches.css';

const kRow = 26;
const kLane = 18;
const kLeft = 14;
const kRight = 10;
const kBesideCost = 72; // room for an amount
const kShortestLabel = 120;

interface Data {
  nodes: TreeMessage[];
  branches: Branch[];
}

const kNoRows: readonly OutlineRow[] = [];

// The whole tree is asked for anew: not for every message of a session that grows.
const kMapPause = 15_000;

function useMapData(session: string, revision: number): Data | null {
  const [data, setData] = useState<Data | null>(null);
  const asked = useRef({ session: '', at: 0 });
  useEffect(() => {
    const ask = (): void => {
      asked.current = { session, at: Date.now() };
      Promise.all([get('tree', { session, previews: true }), get('branches', { session })]).then(
        // What came meanwhile does not make it wrong, another session does.
        ([tree, list]) => asked.current.session === session && setData({ nodes: tree.messages, branches: list.branches }),
        () => undefined,
      );
    };
    const since = asked.current.session === session ? Date.now() - asked.current.at : kMapPause;
    const timer = setTimeout(ask, Math.max(0, kMapPause - since));
    return () => clearTimeout(timer);
  }, [session, revision]);
  return data;
}

/** The tree brings the words of what is not on the active branch; of that they are asked for when another one is shown. */
function useActiveWords(session: string, isOther: boolean): readonly OutlineRow[] {
  const [rows, setRows] = useState<{ session: string; rows: readonly OutlineRow[] } | null>(null);
  useEffect(() => {
    if (!isOther || rows?.session === session) return;
    let live = true;
    get('outline', { session }).then((answer) => live && setRows({ session, rows: answer.messages }), () => undefined);
    return () => {
      live = false;
    };
  }, [session, isOther, rows]);
  return isOther && rows?.session === session ? rows.rows : kNoRows;
}

function useCosts(session: string): [costs: Map<string, number> | null, load: () => void] {
  const [costs, setCosts] = useState<Map<string, number> | null>(null);
  useEffect(() => setCosts(null), [session]);
  const load = (): void => {
    void get('usage', { kind: 'branches', session }).then((answer) => {
      setCosts(new Map((answer.rows ?? []).map((row) => [row.period.split(' ').pop() ?? '', row.cost.usd])));
    });
  };
  return [costs, load];
}

function edge(from: Stop, to: Stop, zoom: number): string {
  const x1 = (kLeft + from.lane * kLane) * zoom;
  const x2 = (kLeft + to.lane * kLane) * zoom;
  const y1 = (from.row + 0.5) * kRow * zoom;
  const y2 = (to.row + 0.5) * kRow * zoom;
  if (x1 === x2) return `M${x1} ${y1}V${y2}`;
  const bend = Math.min(y2, y1 + kRow * zoom);
  return `M${x1} ${y1}C${x1} ${bend} ${x2} ${y1} ${x2} ${bend}V${y2}`;
}

export function BranchMap({ conversation, at }: { conversation: Conversation; at: string }) {
  const session = conversation.key.session;
  const outline = conversation.outline.value;
  const data = useMapData(session, conversation.total.value);
  const { leaf, rules, meta } = conversation.key;
  const activeRows = useActiveWords(session, !!leaf || !!rules || !!meta);
  const [costs, loadCosts] = useCosts(session);
  const [zoom, setZoom] = useState(1);
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800, width: 300 });

  const shown = useMemo(() => (outline ? new Set(outline.map((row) => row.uuid).filter((u): u is string => !!u)) : undefined), [outline]);
  const map = useMemo(() => (data ? layoutMap(data.nodes, data.branches, shown) : null), [data, shown]);
  const words = useMemo(() => {
    const all = new Map<string, string>();
    for (const node of data?.nodes ?? []) if (node.uuid && node.preview) all.set(node.uuid, node.preview);
    for (const row of [...activeRows, ...(outline ?? [])]) if (row.uuid && (row.preview || row.role === 'user')) all.set(row.uuid, row.preview || kindLabel(row.kind));
    for (const branch of data?.branches ?? []) if (branch.promptUuid && branch.prompt && !all.has(branch.promptUuid)) all.set(branch.promptUuid, branch.prompt);
    return all;
  }, [outline, activeRows, data]);
  const compactions = useMemo(() => {
    const rows = new Set<number>();
    for (const row of outline ?? []) {
      if (row.kind !== 'compaction' || !map) continue;
      // Its own line still belongs to the turn before it; the mark stands above the next.
      const after = outline?.slice(row.index + 1).find((r) => r.uuid && map.stopOf.has(r.uuid));
      const stop = after?.uuid ? map.stopOf.get(after.uuid) : undefined;
      if (stop !== undefined) rows.add(stop);
    }
    return rows;
  }, [outline, map]);
  const tips = useMemo(() => new Map((data?.branches ?? []).map((b) => [b.tip, b])), [data]);

  const here = map?.stopOf.get(at);
  useEffect(() => {
    const el = box.current;
    if (!el || here === undefined) return;
    const y = here * kRow * zoom;
    if (y < el.scrollTop + 20 || y > el.scrollTop + el.clientHeight - 40) el.scrollTop = y - el.clientHeight / 2;
  }, [here, zoom]);
  useEffect(() => {
    const el = box.current;
    if (!el) return;
    const look = (): void => setView({ top: el.scrollTop, height: el.clientHeight, width: el.clientWidth });
    const observer = new ResizeObserver(look);
    observer.observe(el);
    look();
    return () => observer.disconnect();
  }, [map]);

  const jump = (stop: Stop): void => {
    if (mapOver.value) showMap(false); // what was jumped to lies under it
    if (stop.active) go(withParams({ at: stop.uuid, find: '' }));
    else go(withParams({ leaf: leafOf(map!.stops, stop) ?? stop.uuid, at: stop.uuid, find: '' }));
  };

  const rowHeight = kRow * zoom;
  const from = Math.max(0, Math.floor(view.top / rowHeight) - 10);
  const to = Math.ceil((view.top + view.height) / rowHeight) + 10;
  const labelX = (kLeft + (map?.lanes ?? 1) * kLane) * zoom;
  // Many lanes need more than the panel has: then it scrolls sideways.
  const wide = Math.max(view.width, labelX + kShortestLabel);
  const drag = useDrag(box);

  return (
    <aside class={mapOver.value ? 'map map-over' : 'map'} aria-label={t('branchMap')} data-testid="branch-map">
      {mapOver.value ? null : <Handle name="map" side="left" />}
      <header class="map-head">
        <h2>{t('branchMap')}</h2>
        <span class="map-count">{t('branchCount', { n: data?.branches.length ?? 1 })}</span>
        <button type="button" class="icon-button" onClick={() => setZoom(Math.max(0.4, zoom / 1.25))} aria-label={t('zoomOut')} title={t('zoomOut')}><Icon name="minus" /></button>
        <button type="button" class="icon-button" onClick={() => setZoom(Math.min(2, zoom * 1.25))} aria-label={t('zoomIn')} title={t('zoomIn')}><Icon name="plus" /></button>
        <button type="button" class="icon-button" onClick={loadCosts} aria-label={t('branchCosts')} title={t('branchCosts')}><Icon name="gauge" /></button>
        {mapOver.value ? <button type="button" class="icon-button" onClick={toggleMap} aria-label={t('close')} title={t('close')}><Icon name="cross" /></button> : null}
      </header>
      <div
        class="map-scroll"
        ref={box}
        tabIndex={0}
        role="group"
        aria-label={t('branchMap')}
        onScroll={(e) => setView({ top: e.currentTarget.scrollTop, height: e.currentTarget.clientHeight, width: e.currentTarget.clientWidth })}
        onWheel={(e) => {
          if (!e.ctrlKey) return;
          e.preventDefault();
          setZoom(Math.min(2, Math.max(0.4, zoom * (e.deltaY < 0 ? 1.1 : 0.9))));
        }}
        {...drag}
      >
        {map ? (
          <svg width={wide} height={map.stops.length * rowHeight + 12} class="map-svg">
            {here !== undefined ? <rect x={0} y={here * rowHeight} width="100%" height={rowHeight} class="here-row" /> : null}
            {map.stops.map((stop) => {
              const parent = map.stops[stop.from];
              if (!parent || stop.row < from || parent.row > to) return null;
              return <path key={`e${stop.row}`} d={edge(parent, stop, zoom)} class={stop.active && parent.active ? 'edge edge-active' : 'edge'} />;
            })}
            {map.stops.slice(from, to).map((stop) => {
              const y = (stop.row + 0.5) * rowHeight;
              const x = (kLeft + stop.lane * kLane) * zoom;
              const label = visible(words.get(stop.uuid) ?? t('messagesCount', { n: stop.messages }));
              const branch = stop.tip ? tips.get(stop.tip) : undefined;
              const cost = stop.tip && costs ? costs.get(stop.tip) : undefined;
              return (
                <g
                  key={stop.row}
                  class={`stop ${stop.active ? 'stop-active' : 'stop-off'} ${here === stop.row ? 'stop-here' : ''}`}
                  role="button"
                  tabIndex={0}
                  aria-label={zoom < 0.6 ? label : undefined}
                  aria-description={stop.active ? undefined : t('otherBranch')}
                  aria-current={here === stop.row ? 'true' : undefined}
                  onClick={() => !drag.moved() && jump(stop)}
                  onKeyDown={(e) => {
                    if (e.key === 'Enter' || e.key === ' ') {
                      e.preventDefault();
                      jump(stop);
                    }
                  }}
                >
                  {branch?.summary ? <title>{visible(branch.summary)}</title> : null}
                  <rect x={0} y={y - rowHeight / 2} width="100%" height={rowHeight} class="stop-row" />
                  {compactions.has(stop.row) ? <line x1={x - 7} x2={x + 7} y1={y - rowHeight / 2} y2={y - rowHeight / 2} class="stop-compaction" /> : null}
                  <circle cx={x} cy={y} r={(stop.tip ? 5.5 : 4.2) * Math.min(1, zoom + 0.15)} class={stop.tip ? 'dot dot-tip' : 'dot'} />
                  {zoom >= 0.6 ? (
                    <foreignObject x={labelX} y={y - rowHeight / 2} width={Math.max(0, wide - labelX - (cost === undefined ? kRight : kBesideCost))} height={rowHeight}>
                      <div class="stop-label" title={label} style={{ lineHeight: `${rowHeight}px` }}>{label}</div>
                    </foreignObject>
                  ) : null}
                  {cost !== undefined ? <text x={wide - kRight} y={y + 4} class="stop-cost">{money(cost)}</text> : null}
                </g>
              );
            })}
          </svg>
        ) : (
          <p class="term-note">{t('loading')}</p>
        )}
      </div>
    </aside>
  );
}

/** The end of the branch that a stop lies on: the tip below it. */
export function leafOf(stops: readonly Stop[], stop: Stop): string | undefined {
  let at = stop;
  for (;;) {
    if (at.tip) return at.tip;
    const next = stops.findLast((s) => s.from === at.row);
    if (!next) return undefined;
    at = next;
  }
}

function useDrag(box: { current: HTMLElement | null }) {
  const state = useRef({ down: false, x: 0, y: 0, moved: false });
  return {
    moved: () => state.current.moved,
    onPointerDown: (e: PointerEvent) => {
      state.current = { down: e.pointerType === 'mouse' && e.button === 0, x: e.clientX, y: e.clientY, moved: false };
    },
    onPointerMove: (e: PointerEvent) => {
      const s = state.current;
      if (!s.down || !box.current) return;
      if (Math.abs(e.clientX - s.x) + Math.abs(e.clientY - s.y) > 4) s.moved = true;
      if (!s.moved) return;
      box.current.scrollTop -= e.clientY - s.y;
      box.current.scrollLeft -= e.clientX - s.x;
      s.x = e.clientX;
      s.y = e.clientY;
    },
    onPointerUp: () => {
      state.current.down = false;
    },
    onPointerLeave: () => {
      state.current.down = false;
    },
  };
}
