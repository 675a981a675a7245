// Routes with which the signed-in user confirms their own email and the telephone for alerts.
import { z } from 'zod'
import { judgeAttempt } from '../../accounts/login-lock.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Database } from '../../platform/database/database.ts'
import { users } from '../../platform/http/access.ts'
import { dataResponse, named } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { Log } from '../../platform/process/log.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'
import { doneResponse } from '../sign-in/schemas.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import {
  type CodeNeeds,
  confirmAddress,
  guesserOf,
  sendConfirmationCode,
  type TypedAddress,
} from './confirmation-code.ts'

const kind = z.enum(['email', 'phone'])
const sendSchema = z.object({ kind })
const confirmSchema = z.object({ kind, code: z.string().max(20) })

const address = z.object({ address: z.string(), confirmed: z.boolean() })
const addressesResponse = dataResponse(
  'ConfirmedAddresses',
  z.object({ email: address, phone: address.nullable() }),
  {
    email: { address: 'grace@example.com', confirmed: true },
    phone: { address: '+243991234567', confirmed: false },
  },
)

const account = { tag: 'Account', priority: 'list', access: users('account') } as const
export const confirmationRoutes = [
  userEndpoint({
    ...account,
    id: 'readConfirmations',
    method: 'GET',
    path: '/api/v1/merchant/confirmations',
    summary: 'Retrieve which addresses are confirmed',
    description: 'The email of the user, and the telephone to which the merchant’s alerts go.',
    responses: { 200: addressesResponse },
    work: async (needs: ConfirmationNeeds, { session }) => {
      const { email, email_confirmed, phone, phone_confirmed } = await addressesOf(needs, session)
      return {
        email: { address: email, confirmed: email_confirmed },
        phone: phone === null ? null : { address: phone, confirmed: phone_confirmed },
      }
    },
  }),
  userEndpoint({
    ...account,
    id: 'sendConfirmationCode',
    method: 'POST',
    path: '/api/v1/merchant/confirmations/send',
    summary: 'Send a confirmation code',
    description:
      'Signing up and a new telephone send one already. A code works for 30 minutes, until another is sent, and only for the account that had it sent. An address gets at most one a minute and two an hour, over all accounts that name it.',
    body: named('ConfirmationCodeRequest', sendSchema, { kind: 'email' }),
    responses: { 200: doneResponse },
    problems: [problems.address_confirmed, problems.phone_missing, requestProblems.rate_limited],
    work: async (needs: ConfirmationNeeds, { session, request }) => {
      const wanted = check(sendSchema, jsonBody(request), 'body')
      const { of, confirmed } = addressOf(session, wanted.kind, await addressesOf(needs, session))
      if (confirmed) throw new Problem(problems.address_confirmed)
      await needs.db.transaction((sql) => sendConfirmationCode(sql, needs, of))
      return undefined
    },
  }),
  userEndpoint({
    ...account,
    id: 'confirmAddress',
    method: 'POST',
    path: '/api/v1/merchant/confirmations',
    summary: 'Confirm an address with its code',
    description:
      'Until then the address gets nothing but codes. Five wrong codes for an address within 15 minutes, over all accounts that name it, lock this for 15 minutes.',
    body: named('ConfirmationRequest', confirmSchema, { kind: 'email', code: '402917' }),
    responses: { 200: doneResponse },
    problems: [problems.code_wrong, problems.phone_missing, problems.email_refused, problems.locked],
    work: async (needs: ConfirmationNeeds, { session, request }) => {
      const { kind: wanted, code } = check(confirmSchema, jsonBody(request), 'body')
      const { of } = addressOf(session, wanted, await addressesOf(needs, session))
      const { user } = session
      await judgeAttempt(needs, await guesserOf(needs, of), () =>
        needs.db.transaction((sql) => confirmAddress(sql, needs, { of, code, userId: user.id })),
      )
      return undefined
    },
  }),
]

type Addresses = {
  email: string
  email_confirmed: boolean
  phone: string | null
  phone_confirmed: boolean
  alert_channels: ('sms' | 'whatsapp')[]
}
const findAddresses = controlStatement<Addresses>(
  'find_addresses_to_confirm',
  `select u.email, u.email_confirmed_at is not null as email_confirmed, m.alert_phone as phone,
          m.alert_phone_confirmed_at is not null as phone_confirmed, m.alert_channels
     from merchant_user u join shared.merchant m on m.id = $2 where u.id = $1`,
)

type ConfirmationNeeds = CodeNeeds & { db: Database; log: Log }

async function addressesOf(
  { db }: ConfirmationNeeds,
  { user, merchantId, sampleOf }: Session,
): Promise<Addresses> {
  const [found] = await db.rows(findAddresses, [user.id, sampleOf ?? merchantId])
  if (!found) throw new Problem(problems.token_wrong)
  return found
}

/** The address of a kind. @throws Problem 409 where no telephone is set */
function addressOf({ merchantId, environment }: Session, wanted: z.output<typeof kind>, own: Addresses) {
  const owner = { merchantId, environment }
  const channel = wanted === 'email' ? 'email' : (own.alert_channels[0] ?? 'sms')
  const address = wanted === 'email' ? own.email : own.phone
  if (address === null) throw new Problem(problems.phone_missing)
  return { of: { ...owner, channel, address } satisfies TypedAddress, confirmed: own[`${wanted}_confirmed`] }
}
