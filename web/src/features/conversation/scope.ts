// SPDX-License-Identifier: MIT
import { createContext } from 'preact';

/** The session (or subagent's file) that the messages below belong to. */
export const SessionScope = createContext('');
