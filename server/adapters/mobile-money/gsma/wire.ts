// Schemas of the parts of GSMA Mobile Money API replies that we use; malformed members are read as absent.
import { z } from 'zod'
import { list, part } from '../../reply.ts'
import { fact, id } from '../call.ts'

const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => Temporal.Instant.from(text))
  .optional()
  .catch(undefined)

export const transactionBody = part({
  transactionReference: id,
  transactionStatus: fact,
  type: fact,
  amount: fact,
  currency: fact,
  creditParty: list(part({ key: fact, value: fact })),
  debitParty: list(part({ key: fact, value: fact })),
  requestingOrganisationTransactionReference: fact,
  originalTransactionReference: fact,
})

export const requestStateBody = part({
  serverCorrelationId: id,
  status: fact,
  objectReference: id,
  expiryTime: instant,
  /** Called `error` in the schema and `errorReference` in the prose of the specification. */
  error: z.unknown().optional(),
  errorReference: z.unknown().optional(),
})

export const responseBody = part({ link: fact })

export const accountNameBody = part({
  name: part({ fullName: fact, firstName: fact, middleName: fact, lastName: fact, nativeName: fact }),
})

export const accountStatusBody = part({ accountStatus: fact })

export const heartbeatBody = part({ serviceStatus: fact })
