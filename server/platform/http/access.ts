// Who may call a route, and what a session may do there. A route names it in its declaration, so that each is a decision.

import type { FastifyRequest } from 'fastify'
import type { AdminRight } from '../../kernel/admin-roles.ts'
import type { KeyScope, MerchantRight } from '../../kernel/merchant-roles.ts'
import type { Sql } from '../database/database.ts'

export type Access =
  | Readonly<{ by: 'none'; from?: 'admin_networks' | 'own_pages' }>
  | Readonly<{ by: 'signature'; scopes: readonly [KeyScope, ...KeyScope[]]; orSecret?: true }>
  | Readonly<{ by: 'basic' }>
  | Readonly<{ by: 'bearer'; right: MerchantRight; inBothModes?: true }>
  | Readonly<{ by: 'admin'; right: AdminRight }>

/** Whoever calls, without credentials; also what checks credentials by itself, as a sign-in does. */
export const anyone = { by: 'none' } as const
/** Whoever calls from a network of admins, who sign in there. */
export const adminNetworks = { by: 'none', from: 'admin_networks' } as const
/** Whoever calls from our own pages, which bring credentials that no other page may use. */
export const ownPages = { by: 'none', from: 'own_pages' } as const
/** Requests signed with an API key that has one of the scopes. A refusal names the first. */
export const keys = <const Scopes extends readonly [KeyScope, ...KeyScope[]]>(...scopes: Scopes) =>
  ({ by: 'signature', scopes }) as const
/** The same, or requests with a merchant code and the merchant secret. */
export const keysOrSecret = <const Scopes extends readonly [KeyScope, ...KeyScope[]]>(...scopes: Scopes) =>
  ({ by: 'signature', scopes, orSecret: true }) as const
/** Requests with a merchant code and the merchant secret. */
export const merchantSecret = { by: 'basic' } as const
/** Users of a merchant who are signed in, if their role has the right. */
export const users = (right: MerchantRight) => ({ by: 'bearer', right }) as const
/** The same, for what users have once, whatever they work on: their own accounts and their team belong to the merchant of the user. */
export const usersInBothModes = (right: MerchantRight) =>
  ({ by: 'bearer', right, inBothModes: true }) as const
/** Admins, if their role has the right. */
export const admins = (right: AdminRight) => ({ by: 'admin', right }) as const

/**
 * Why an admin's session is enough for a route that changes something. The others need a step-up: what changes who may sign in, what
 * decides on another person's request, and what moves money, switches off a control or opens many people's data without a second person.
 * See docs/decisions/0022-step-up-where-one-session-could-do-lasting-harm.md.
 */
export const withoutStepUp = {
  identity: 'confirms the identity, or ends a session',
  second_admin: 'requests what always waits for a second admin, whose approval needs a step-up',
  refusal: 'refuses or takes back a request, which can be made again',
  emergency: 'stops something in an emergency; letting it go on needs a step-up',
  contribution: 'adds to a file that somebody else decides on',
  harmless: 'inquires, repeats a message, or only tries something out',
} as const
export type StepUp = 'required' | keyof typeof withoutStepUp

/** Why a user of a merchant may call a route that changes something as an admin. The others decide about one merchant. */
export const aboutNoMerchant = {
  service: 'is about the service, its admins, or all merchants',
  persons: 'is about persons, numbers and limits, of all merchants',
  record: 'records what a bank, a gateway or an operator says, or repeats a message',
  batch:
    'puts payouts together that were decided one by one, or takes them apart; an approval leaves out those of the own merchant',
} as const

/**
 * The merchant that a request decides about.
 * @property param the parameter of the path whose value, of this form, identifies it; whatever else is sent names nothing.
 * @property users finds the users of the merchants that values identify.
 * @property against whether the act is against the merchant, so that no user of it need be kept from it: always, or by the body and, where a
 * value is changed, by what is stored; `rejection` of a request: unless what is stored is against the merchant.
 */
export type MerchantDecided = Readonly<{
  param: string
  form: RegExp
  users: (sql: Sql, values: readonly string[]) => Promise<UserOfMerchant[]>
  against?: 'always' | 'rejection' | ((sent: SentFields, terms: StoredTerms) => boolean)
}>
export type ConflictOfInterest = MerchantDecided | keyof typeof aboutNoMerchant

/** `n` is the place of the value in a batch; `is_against` whether the act is known to be against the merchant, by what is stored about it. */
export type UserOfMerchant = {
  n: number
  email: string
  is_against: boolean
  /** Stands for a sample, which has no users: nobody decides about it. */
  is_sample: boolean
}
export type SentFields = Readonly<Record<string, unknown>>
/** What is stored about a merchant that such an act changes: in hundredths, each named like its field in the body. */
export type StoredTerms = { may_refund: boolean } & Readonly<
  Record<
    | 'commission_rate'
    | 'mobile_money_rate'
    | 'remittance_fee_rate'
    | 'remittance_fee_fixed'
    | 'negative_balance_limit'
    | 'negative_balance_limit_cdf',
    bigint
  >
>

/** An act that approves money, of the row that the path identifies: what its step-up must confirm, read from what is stored. */
export type ApprovedAct = Readonly<{
  act: string
  form: RegExp
  facts: (sql: Sql, id: string) => Promise<ActFacts | undefined>
}>
export type ActFacts = { payee: string; amount_minor: bigint | null; currency: string | null }

/** Returns the token of the Authorization header; undefined if the header is missing, doubled or of another scheme. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const sent = request.raw.headersDistinct.authorization
  const [, token] = /^bearer +([A-Za-z0-9_-]{43})$/i.exec(sent?.[0] ?? '') ?? []
  return sent?.length === 1 ? token : undefined
}

/** Whether a request names a merchant by its secret on a route that takes signatures, too. A signed one has a key. */
export const sendsSecret = (access: Access, { headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  access.by === 'signature' &&
  access.orSecret === true &&
  headers['x-api-key'] === undefined &&
  /^basic /i.test(headers.authorization ?? '')

/** Returns the step-up token of a request; undefined if there is none, or more than one. */
export function stepUpToken({ raw }: FastifyRequest): string | undefined {
  const sent = raw.headersDistinct['x-step-up-token']
  return sent?.length === 1 ? sent[0] : undefined
}
