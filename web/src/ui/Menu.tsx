// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './Icon';

export interface MenuItem {
  label: string;
  icon: IconName;
  run: () => void;
}

/** A button with a list of actions: arrows move, Escape closes, focus returns to the button. */
export function Menu({ label, icon, children }: { label: string; icon: IconName; children: MenuItem[] }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [up, setUp] = useState(false);
  useEffect(() => {
    if (!open) return;
    const first = box.current?.querySelector<HTMLElement>('[role=menuitem]');
    const height = box.current?.querySelector('.menu-list')?.getBoundingClientRect().height ?? 0;
    setUp((button.current?.getBoundingClientRect().bottom ?? 0) + height > window.innerHeight - 60);
    first?.focus({ preventScroll: true });
    const outside = (e: Event): void => {
      if (!box.current?.contains(e.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onKey = (e: KeyboardEvent): void => {
    if (!open) return;
    e.stopPropagation();
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (e.key === 'Escape' || e.key === 'Tab') close();
    else if (e.key === 'ArrowDown') all[(at + 1) % all.length]?.focus();
    else if (e.key === 'ArrowUp') all[(at - 1 + all.length) % all.length]?.focus();
    else return;
    e.preventDefault();
  };
  return (
    <div class="menu" ref={box} onKeyDown={onKey}>
      <button type="button" class="icon-button" ref={button} aria-haspopup="menu" aria-expanded={open} aria-label={label} title={label} onClick={() => setOpen(!open)}>
        <Icon name={icon} />
      </button>
      {open ? (
        <div class={up ? 'menu-list menu-up' : 'menu-list'} role="menu" aria-label={label}>
          {children.map((item) => (
            <button key={item.label} type="button" role="menuitem" tabIndex={-1} onClick={() => { close(); item.run(); }}>
              <Icon name={item.icon} /> {item.label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
