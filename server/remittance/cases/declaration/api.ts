// The admin routes of declarations of suspicion: write one, read it as JSON or PDF, and note how it was sent.

import { Readable } from 'node:stream'
import { z } from 'zod'
import { type Admin, adminOf, adminStepUpHeader, stepUpProblem } from '../../../admin/access.ts'
import { complianceEndpoint } from '../../../compliance/admin-requests.ts'
import { documentTypes } from '../../../operator-calls/operator.ts'
import { dataResponse, environmentName, named, zonelessStamp } from '../../../platform/http/api.ts'
import { check, text } from '../../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../../platform/http/endpoint.ts'
import { jsonBody } from '../../../platform/http/http.ts'
import { exampleTime } from '../../http/endpoint-parts.ts'
import { limitMeasures } from '../../limits/rule.ts'
import { remittanceProblems as problems } from '../../transfer/problems.ts'
import {
  exampleParties,
  exampleTransferSummary,
  parties,
  transferSummaryFields,
} from '../../transfer/schemas.ts'
import { audited, type CaseNeeds } from '../allowed-actions.ts'
import { caseById } from '../case-row.ts'
import { partyRoles } from '../person.ts'
import { byCase } from '../schemas.ts'
import { contentSchema, stepKinds } from './content.ts'
import {
  type DocumentNeeds,
  declarationSteps,
  readDeclaration,
  recordDeclarationStep,
  saveDeclaration,
} from './declaration.ts'
import { declarationPdf } from './declaration-pdf.ts'
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

const contentBody = named('DeclarationContent', contentSchema, exampleContent)

const stepSchema = z.object({
  kind: z.enum(stepKinds).meta({
    description: 'How it was sent; `ACKNOWLEDGED`: the unit has confirmed that it received it.',
  }),
  reference: text({ max: 120 }).default('').meta({ description: 'A number of the unit or of the letter.' }),
})
const stepBody = named('DeclarationStep', stepSchema, {
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
const declarationResponse = dataResponse(
  'Declaration',
  z.object({ declaration: document, steps: z.array(step) }),
  {
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
  } as never,
)

const compliance = { ...complianceEndpoint, params: byCase } as const

type Needs = CaseNeeds & DocumentNeeds

export const declarationRoutes = [
  endpoint({
    ...compliance,
    id: 'readDeclaration',
    method: 'GET',
    path: '/api/v1/admin/compliance/cases/:case_id/declaration',
    summary: 'Retrieve the declaration of suspicion of a case',
    description:
      'As it would be now; once the case is closed, as it was then. Recorded in the audit log as `case.declaration_viewed`.',
    responses: { 200: declarationResponse },
    problems: [problems.case_unknown, problems.declaration_unknown],
    handle: async (needs: Needs, { request, params }) =>
      succeeded(await viewed(needs, params.case_id, adminOf(request))),
  }),
  endpoint({
    ...compliance,
    id: 'downloadDeclaration',
    method: 'GET',
    path: '/api/v1/admin/compliance/cases/:case_id/declaration.pdf',
    summary: 'Download the declaration of suspicion of a case as PDF',
    description: 'In French. Recorded in the audit log as `case.declaration_viewed`.',
    responses: { 200: { description: 'A PDF file.', type: 'application/pdf' } },
    problems: [problems.case_unknown, problems.declaration_unknown],
    exposeHeadRoute: false,
    handle: async (needs: Needs, { request, reply, params }) => {
      const { declaration, steps } = await viewed(needs, params.case_id, adminOf(request))
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${declaration.number}.pdf"`)
        .send(Readable.from(declarationPdf(declaration, steps)))
    },
  }),
  endpoint({
    ...compliance,
    id: 'saveDeclaration',
    method: 'PUT',
    path: '/api/v1/admin/compliance/cases/:case_id/declaration',
    stepUp: 'contribution',
    conflictOfInterest: 'persons',
    summary: 'Write the declaration of suspicion of a case',
    description: 'Replaces what was written before. Possible while the case is `OPEN`.',
    body: contentBody,
    responses: { 200: declarationResponse },
    problems: [problems.case_unknown, problems.case_state, problems.date],
    handle: async (needs: Needs, { request, params: { case_id } }) => {
      const content = check(contentSchema, jsonBody(request), 'body')
      await saveDeclaration(needs, case_id, content, adminOf(request))
      return succeeded(await viewed(needs, case_id, adminOf(request)))
    },
  }),
  endpoint({
    ...compliance,
    id: 'noteDeclarationStep',
    method: 'POST',
    path: '/api/v1/admin/compliance/cases/:case_id/declaration/steps',
    stepUp: 'required',
    conflictOfInterest: 'persons',
    summary: 'Note that a declaration was sent or acknowledged',
    description: 'A declaration by telephone must be confirmed in writing.',
    headers: adminStepUpHeader,
    body: stepBody,
    responses: { 200: declarationResponse },
    problems: [stepUpProblem, problems.case_unknown, problems.declaration_not_closed],
    handle: async (needs: Needs, { request, params: { case_id } }) => {
      const step = check(stepSchema, jsonBody(request), 'body')
      await recordDeclarationStep(needs, case_id, { ...step, admin: adminOf(request) })
      return succeeded(await viewed(needs, case_id, adminOf(request)))
    },
  }),
]

/** The declaration, once the view is recorded. @throws Problem 404 */
async function viewed(needs: Needs, caseId: string, admin: Admin) {
  const row = await caseById(needs.db, caseId)
  const declaration = await readDeclaration(needs, row)
  await needs.db.transaction(async (sql) =>
    audited(sql, needs, row, 'case.declaration_viewed', { admin, at: needs.clock.now() }),
  )
  return { declaration, steps: await declarationSteps(needs.db, row) }
}
