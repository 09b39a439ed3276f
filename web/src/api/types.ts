// SPDX-License-Identifier: MIT
//
// What the operations take and answer, under short names. All of it is generated from the daemon's
// OpenAPI document (schema.d.ts); nothing is described here a second time.

import type { components, operations } from './schema';

type Schemas = components['schemas'];

export type SessionInfo = Schemas['SessionInfo'];
export type SessionRow = Schemas['SessionRow'];
export type Event = Schemas['Event'];
export type EventRow = Schemas['EventRow'];
export type Turn = Schemas['Turn'];
export type SessionPage = Schemas['SessionPage'];
export type SessionLabels = Schemas['SessionLabels'];
export type TurnList = Schemas['TurnList'];
export type SessionTurn = Schemas['SessionTurn'];
export type TurnPart = Schemas['TurnPart'];
export type TurnCall = Schemas['TurnCall'];
export type ContextItem = Schemas['ContextItem'];
export type SessionChanges = Schemas['SessionChanges'];
export type FileDiff = Schemas['FileDiff'];
export type ChangeStep = Schemas['ChangeStep'];
export type SessionOutcome = Schemas['SessionOutcome'];
export type Project = Schemas['Project'];
export type Prompt = Schemas['Prompt'];
export type Ghost = Schemas['Ghost'];
export type SessionHealth = Schemas['SessionHealth'];
export type SessionHead = Schemas['SessionHead'];
export type ConversationPage = Schemas['Conversation'];
export type Elsewhere = Schemas['Elsewhere'];
export type Message = Schemas['Message'];
export type ToolCall = Schemas['ToolCall'];
export type ToolState = ToolCall['state'];
export type MediaPart = Schemas['MediaPart'];
export type ContextRef = Schemas['ContextRef'];
export type Outline = Schemas['Outline'];
export type OutlineRow = Schemas['OutlineRow'];
export type Alternative = Schemas['Alternative'];
export type Context = Schemas['Context'];
export type Branch = Schemas['Branch'];
export type TreeMessage = Schemas['TreeMessage'];
export type SearchResult = Schemas['SearchResult'];
export type Hit = Schemas['Hit'];
export type TrackedFile = Schemas['TrackedFile'];
export type TrackedFiles = Schemas['TrackedFiles'];
export type TrashRow = Schemas['TrashRow'];
export type Subagent = Schemas['Subagent'];
export type Usage = Schemas['Usage'];
export type UsageRow = Schemas['UsageRow'];
export type UsageAmounts = Schemas['UsageAmounts'];
export type ExplainedResponse = Schemas['ExplainedResponse'];
export type SecretFinding = Schemas['SecretFinding'];
export type Permission = Schemas['Permission'];
export type DrivenConversation = Schemas['DrivenConversation'];
export type DriveLine = Schemas['DriveLine'];
export type Server = Schemas['Server'];

type Operations = keyof operations;

/** Operations that only read: those with a GET. */
export type Reading = { [O in Operations]: O extends `${infer Name}Get` ? Name : never }[Operations] | 'server';
/** All operations by their names. */
export type Any = Exclude<Operations, `${string}Get`>;

type Json<O> = O extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never;
type Lines<O> = O extends { responses: { 200: { content: { 'application/x-ndjson': infer A } } } } ? A : never;
type OfGet<O extends Reading> = O extends 'server' ? operations['server'] : `${O}Get` extends Operations ? operations[`${O}Get`] : never;

/** The parameters of a reading operation. */
export type Query<O extends Reading> = OfGet<O> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
export type Answer<O extends Reading> = Json<OfGet<O>>;

/** The members of the object that an operation takes by POST. */
export type Body<O extends Any> = operations[O] extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never;
export type Posted<O extends Any> = Json<operations[O]>;
export type Line<O extends Any> = Lines<operations[O]>;
