// SPDX-License-Identifier: MIT
import { createContext } from 'preact';
import type { RuleSet } from '../../state/conversation';

/** The session (or subagent's file) and the branch of it that the messages below belong to. */
export interface Scope {
  session: string;
  leaf: string;
  rules: RuleSet | '';
  agent?: string;
}

export const SessionScope = createContext<Scope>({ session: '', leaf: '', rules: '' });
