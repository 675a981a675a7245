// Request and response schemas of declarations of suspicion.
import { z } from 'zod'
import { documentTypes } from '../../../operator-calls/travel-rule.ts'
import { environmentName, named, success, zonelessStamp } from '../../../platform/http/api.ts'
import { text } from '../../../platform/http/body/body.ts'
import { exampleTime } from '../../http/schemas.ts'
import { limitMeasures } from '../../limits/rule.ts'
import {
  exampleParties,
  exampleTransferSummary,
  parties,
  transferSummaryFields,
} from '../../transfer/schemas.ts'
import { partyRoles } from '../person.ts'
import { contentSchema, stepKinds } from './content.ts'
import { legalBasis, recipient } from './document.ts'

const exampleContent = {
  description: 'Six transferts en une heure vers le même numéro, chacun juste sous le plafond.',
  grounds: 'Les montants semblent fractionnés pour éviter le contrôle.',
  execution: 'BLOCKED',
  execution_reason: 'Le dernier transfert est retenu en attendant votre réponse.',
  execute_by: '2026-11-28',
  declarant: {
    name: 'Amina Kasongo',
    function: 'Responsable de la conformité',
    phone: '+243810000001',
    email: 'conformite@example.cd',
  },
} as const

export const contentBody = named('DeclarationContent', contentSchema, exampleContent)

export const stepSchema = z.object({
  kind: z.enum(stepKinds).meta({
    description: 'How it was sent; `ACKNOWLEDGED`: the unit has confirmed that it received it.',
  }),
  reference: text({ max: 120 }).default('').meta({ description: 'A number of the unit or of the letter.' }),
})
export const stepBody = named('DeclarationStep', stepSchema, {
  kind: 'WRITING',
  reference: 'CENAREF/2026/118',
})

const { status: _, created_at: __, ...operationFields } = transferSummaryFields
const document = z.object({
  number: z.string(),
  case_id: z.string(),
  environment: environmentName,
  legal_basis: z.string(),
  recipient: z.string(),
  prepared_by: z.string(),
  prepared_at: zonelessStamp,
  institution: z
    .object({ name: z.string(), address: z.string(), rccm: z.string(), nif: z.string() })
    .nullable(),
  description: z.string(),
  grounds: z.string(),
  execution: z.enum(['EXECUTED', 'BLOCKED', 'WAITING']),
  execution_reason: z.string(),
  execute_by: z.string().nullable(),
  declarant: z.object({ name: z.string(), function: z.string(), phone: z.string(), email: z.string() }),
  person: z.object({
    name: z.string(),
    birth_date: z.string().nullable(),
    document: z.object({ type: z.enum(documentTypes), number: z.string() }),
    number: z.string().nullable(),
  }),
  operations: z.array(
    z.object({
      ...operationFields,
      merchant_name: z.string(),
      at: zonelessStamp,
      status: transferSummaryFields.status,
      roles: z.array(z.enum(partyRoles)),
      parties,
    }),
  ),
  matches: z.array(
    z.object({ list: z.string(), entry_id: z.string(), entry_name: z.string(), score: z.number() }),
  ),
  limits: z.array(
    z.object({
      rule: z.string(),
      outcome: z.enum(['allow', 'hold', 'refuse']),
      measure: z.enum(limitMeasures),
      reached: z.number(),
      limit: z.number(),
      at: zonelessStamp,
      reference: z.string(),
    }),
  ),
  papers: z.array(z.object({ name: z.string(), type: z.string() })),
})

const step = z.object({
  kind: z.enum(stepKinds),
  reference: z.string(),
  noted_by: z.string(),
  at: zonelessStamp,
})

const { created_at: at, status, ...exampleOperation } = { ...exampleTransferSummary, created_at: exampleTime }
export const declarationResponse = named(
  'Declaration',
  success(z.object({ declaration: document, steps: z.array(step) })),
  {
    status: 'success',
    data: {
      declaration: {
        number: 'DS-2026-000012',
        case_id: '019ab3c4-5d6e-7f80-9a1b-2c3d4e5f6071',
        environment: 'production',
        legal_basis: legalBasis,
        recipient,
        prepared_by: 'amina',
        prepared_at: exampleTime,
        institution: {
          name: 'Likuta SARL',
          address: 'Kinshasa',
          rccm: 'CD/KIN/RCCM/00-B-0000',
          nif: 'A0000000A',
        },
        ...exampleContent,
        person: {
          name: 'Aimée Ngalula',
          birth_date: '1988-04-02',
          document: { type: 'PASSPORT', number: 'AB123456' },
          number: null,
        },
        operations: [
          {
            ...exampleOperation,
            merchant_name: 'Boutique Kivu',
            at,
            status: status as 'Successful',
            roles: ['sender'],
            parties: exampleParties,
          },
        ],
        matches: [],
        limits: [],
        papers: [],
      },
      steps: [{ kind: 'WRITING', reference: 'CENAREF/2026/118', noted_by: 'amina', at: exampleTime }],
    },
  } as never,
)
