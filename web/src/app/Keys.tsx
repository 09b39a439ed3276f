// SPDX-License-Identifier: MIT
import { t, type Key } from '../i18n';

type Group = [title: Key, keys: [string[], Key][]];

const kGroups: Group[] = [
  ['keysEverywhere', [
    [['/'], 'keySearch'], [['Ctrl', 'K'], 'keyPalette'], [['Ctrl', 'Z'], 'undo'], [['g', 's'], 'searchPageName'], [['g', 'h'], 'keyHome'], [['g', 'u'], 'keyUsage'], [['g', 'n'], 'newSession'], [['g', 'p'], 'prompts'], [['g', ','], 'settings'], [['?'], 'keyHelp'],
  ]],
  ['sessions', [[['j', 'k'], 'keyMove'], [['Enter'], 'keyOpen'], [['x'], 'pickSessions']]],
  ['conversation', [
    [['f'], 'keyFind'], [['n', 'p'], 'keyPrompt'], [['n', 'p'], 'keyHit'], [['['], 'keyBranchBack'], [[']'], 'keyBranchNext'], [['{', '}'], 'keyFork'], [['b'], 'keyMap'], [['c'], 'keyContext'], [['d'], 'keyDetail'], [['v'], 'sideBySide'], [['s'], 'pin'],
    [['g', 'g'], 'keyTop'], [['G'], 'keyEnd'], [['g', 'o'], 'conversation'], [['g', 'c'], 'allChanges'], [['g', 'x'], 'contextOverTime'], [['g', 't'], 'timeline'], [['g', 'f'], 'files'], [['g', 'd'], 'details'],
  ]],
];

export function Keys() {
  return (
    <>
      {kGroups.map(([title, keys]) => (
        <section key={title} class="key-group">
          <h3>{t(title)}</h3>
          <dl class="keys">
            {keys.map(([letters, what]) => (
              <div key={`${letters.join(' ')} ${what}`}>
                <dt>{letters.map((key) => <kbd key={key}>{key}</kbd>)}</dt>
                <dd>{t(what)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
