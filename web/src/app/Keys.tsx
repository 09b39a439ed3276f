// SPDX-License-Identifier: MIT
import { t, type Key } from '../i18n';

const kKeys: [string[], Key][] = [
  [['j', 'k'], 'keyMove'], [['Enter'], 'keyOpen'], [['/'], 'keySearch'], [['f'], 'keyFind'], [['Ctrl', 'K'], 'keyPalette'],
  [['n', 'p'], 'keyPrompt'], [['n', 'N'], 'keyHit'], [['['], 'keyBranchBack'], [[']'], 'keyBranchNext'], [['b'], 'keyMap'], [['c'], 'keyContext'], [['d'], 'keyDetail'],
  [['g', 'h'], 'keyHome'], [['g', 'u'], 'keyUsage'], [['g', 'n'], 'newSession'], [['g', 'g'], 'keyTop'], [['G'], 'keyEnd'], [['?'], 'keyHelp'],
];

export function Keys() {
  return (
    <dl class="keys">
      {kKeys.map(([keys, what]) => (
        <div key={what}>
          <dt>{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dt>
          <dd>{t(what)}</dd>
        </div>
      ))}
    </dl>
  );
}
