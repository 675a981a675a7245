// What the GSMA Mobile Money API answers, as far as we use it; what is misshapen is absent.
import { z } from 'zod'
import { list, part } from '../../reply.ts'
import { fact, id } from '../shape.ts'

export const transactionBody = part({
  transactionReference: id,
  transactionStatus: fact,
  type: fact,
  amount: fact,
  currency: fact,
  creditParty: list(part({ key: fact, value: fact })),
  requestingOrganisationTransactionReference: fact,
  originalTransactionReference: fact,
})

export const requestStateBody = part({
  serverCorrelationId: id,
  status: fact,
  objectReference: id,
  /** The prose of the specification calls it by the second name. */
  error: z.unknown().optional(),
  errorReference: z.unknown().optional(),
})

export const responseBody = part({ link: fact })

export const accountNameBody = part({
  name: part({ fullName: fact, firstName: fact, middleName: fact, lastName: fact, nativeName: fact }),
})

export const accountStatusBody = part({ accountStatus: fact })

export const heartbeatBody = part({ serviceStatus: fact })
