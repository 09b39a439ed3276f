// SPDX-License-Identifier: MIT
//
// Stacked bars over time: plain SVG with d3's scales, so that it follows the theme, can be read by
// a screen reader and clicked.

import { scaleBand, scaleLinear } from 'd3-scale';
import { useEffect, useRef, useState } from 'preact/hooks';
import { money, number } from '../../i18n';
import { visible } from '../../text/safe';
import { coloursOf } from './colours';

export interface Bar {
  label: string;
  parts: { name: string; value: number }[];
}

interface Props {
  bars: Bar[];
  names: string[]; // of the parts, for the legend
  unit: 'usd' | 'tokens';
  label: string;
  selected: string;
  onSelect: (label: string) => void;
}

const kNoColour = 'series-7 tone-0'; // of what has no name
const kHeight = 240;
const kMostNames = 12;
const kMargin = { top: 10, right: 10, bottom: 26, left: 56 };

function format(value: number, unit: Props['unit']): string {
  return unit === 'usd' ? money(value) : number(Math.round(value));
}

function short(value: number, unit: Props['unit']): string {
  const text = value >= 1e6 ? `${+(value / 1e6).toFixed(1)}M` : value >= 1e4 ? `${Math.round(value / 1e3)}k` : String(+value.toFixed(2));
  return unit === 'usd' ? `$${text}` : text;
}

export function BarChart({ bars, names, unit, label, selected, onSelect }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(720);
  useEffect(() => {
    const el = box.current;
    if (!el) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(280, el.clientWidth)));
    observer.observe(el);
    return () => observer.disconnect();
  }, []);
  const totals = bars.map((bar) => bar.parts.reduce((sum, part) => sum + part.value, 0));
  const x = scaleBand().domain(bars.map((bar) => bar.label)).range([kMargin.left, width - kMargin.right]).padding(0.22);
  const y = scaleLinear().domain([0, Math.max(1e-9, ...totals)]).nice(4).range([kHeight - kMargin.bottom, kMargin.top]);
  const colours = coloursOf(names);
  const colourIn = (name: string): string => colours.get(name) ?? kNoColour;
  // Of more than one year each says which.
  const isOneYear = new Set(bars.map((bar) => bar.label.slice(0, 4))).size === 1;
  const every = Math.max(1, Math.ceil(bars.length / Math.max(1, Math.floor(width / 76))));
  return (
    <div class="chart" ref={box}>
      <svg width="100%" viewBox={`0 0 ${width} ${kHeight}`} role="group" aria-label={label}>
        {y.ticks(4).map((tick) => (
          <g key={tick} class="chart-tick">
            <line x1={kMargin.left} x2={width - kMargin.right} y1={y(tick)} y2={y(tick)} />
            <text x={kMargin.left - 6} y={y(tick) + 4}>{short(tick, unit)}</text>
          </g>
        ))}
        {bars.map((bar, i) => {
          let base = 0;
          const left = x(bar.label) ?? 0;
          const name = `${visible(bar.label)}: ${format(totals[i] ?? 0, unit)}`;
          return (
            <g
              key={bar.label}
              class="chart-bar"
              role="button"
              tabIndex={0}
              aria-label={name}
              aria-pressed={selected === bar.label}
              onClick={() => onSelect(bar.label)}
              onKeyDown={(e) => {
                if (e.key === 'Enter' || e.key === ' ') {
                  e.preventDefault();
                  onSelect(bar.label);
                }
              }}
            >
              <title>{[name, ...bar.parts.map((part) => `${visible(part.name)}: ${format(part.value, unit)}`)].join('\n')}</title>
              <rect x={left - 2} y={kMargin.top} width={x.bandwidth() + 4} height={kHeight - kMargin.bottom - kMargin.top} class="chart-hit" />
              {bar.parts.map((part) => {
                const top = y(base + part.value);
                const height = y(base) - top;
                base += part.value;
                return <rect key={part.name} x={left} y={top} width={x.bandwidth()} height={Math.max(0, height)} class={`series ${colourIn(part.name)}`} />;
              })}
              {i % every === 0 ? <text class="chart-x" x={left + x.bandwidth() / 2} y={kHeight - 8}>{visible(isOneYear && bar.label.length === 10 ? bar.label.slice(5) : bar.label)}</text> : null}
            </g>
          );
        })}
      </svg>
      <ul class="legend">
        {names.slice(0, kMostNames).map((name) => <li key={name}><span class={`swatch ${colourIn(name)}`} /> {visible(name.replace(/^claude-/, ''))}</li>)}
      </ul>
    </div>
  );
}
