// Shapes of requests and responses about a business.
import { z } from 'zod'
import { exampleMatch, matchSchema } from '../../compliance/screening/match-view.ts'
import { announcedFields, progressFields } from '../../platform/documents/upload-piece.ts'
import { uploadedTypes } from '../../platform/documents/uploaded-file.ts'
import { dataResponse, dayText, listResponse, named, zonelessStamp } from '../../platform/http/api.ts'
import { optional, reasonText, refused, text } from '../../platform/http/body/body.ts'
import { businessKinds, documentTypes, factsSchema } from './facts.ts'
import { paperKinds, placeStates } from './required-papers.ts'
import { screeningStates } from './screen-owners.ts'

export const exampleFileId = '019ab3c4-8b21-7d42-9f36-7e1f2c3d4e5f'
export const examplePaperId = '019ab3c4-9c32-7e53-8a47-8f2a3d4e5f60'
export const exampleOwnerId = '019ab3c4-7a10-7c31-8f25-6d0e1b2c3d4e'

const owner = z.object({
  owner_id: z.string(),
  name: z.string(),
  birth_date: dayText,
  nationality: z.string(),
  share: z
    .number()
    .nullable()
    .meta({ description: 'Per cent; null for who manages the business without owning 25 % of it.' }),
  document_type: z.enum(documentTypes),
  document_number: z.string(),
})
const exampleOwner = {
  owner_id: exampleOwnerId,
  name: 'Grâce Mukendi',
  birth_date: '1984-05-17',
  nationality: 'CD',
  share: 60,
  document_type: 'VOTER_CARD',
  document_number: '31620514327',
} satisfies z.input<typeof owner>

const facts = {
  kind: z.enum(businessKinds).nullable(),
  rccm: z.string().nullable(),
  national_id: z.string().nullable(),
  tax_number: z.string().nullable(),
  authorization: z
    .string()
    .nullable()
    .meta({ description: 'The order that recognizes an association, or the accreditation of a school.' }),
  address: z.object({ street: z.string(), commune: z.string(), city: z.string() }).nullable(),
}
const exampleFacts = {
  kind: 'company',
  rccm: 'CD/GOM/RCCM/24-B-00042',
  national_id: '01-83-N12345A',
  tax_number: 'A1234567B',
  authorization: null,
  address: { street: '12, avenue du Lac', commune: 'Goma', city: 'Goma' },
} as const

const place = {
  paper: z.enum(paperKinds),
  owner_id: z.string().nullable().meta({ description: 'Of the owner whose identity document it is.' }),
  state: z.enum(placeStates),
  reason: z.string().nullable().meta({ description: 'Why it was returned.' }),
  expires_on: dayText.nullable().meta({ description: 'The last day of validity of the accepted paper.' }),
}
const examplePlace = {
  paper: 'STATUTES',
  owner_id: null,
  state: 'RETURNED',
  reason: 'La page 3 est illisible.',
  expires_on: null,
} as const

export const progress = z.object(progressFields).meta({ id: 'BusinessFile' })
const exampleProgress = {
  id: exampleFileId,
  name: 'statuts.pdf',
  size: 482_113,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  offset: 131_072,
  state: 'RECEIVING',
  fault: null,
} satisfies z.input<typeof progress>

export const progressResponse = dataResponse('BusinessFileResponse', progress, exampleProgress)

export const businessResponse = dataResponse(
  'Business',
  z.object({
    asks_papers: z
      .boolean()
      .meta({ description: 'Whether this deployment asks for papers (`GO_LIVE_PAPERS`).' }),
    editable: z.boolean().meta({
      description:
        'Whether the facts can be changed: not while a request is pending, nor once the merchant is live.',
    }),
    ...facts,
    owners: z.array(owner),
    papers: z.array(z.object({ ...place, files: z.array(progress) })),
    missing: z.array(z.string()).meta({ description: 'Facts and papers without which no request is taken.' }),
  }),
  {
    asks_papers: true,
    editable: true,
    ...exampleFacts,
    owners: [exampleOwner],
    papers: [{ ...examplePlace, files: [exampleProgress] }],
    missing: ['STATUTES'],
  },
)

const { owner_id, ...newOwner } = exampleOwner
export const factsBody = named('BusinessFacts', factsSchema, { ...exampleFacts, owners: [newOwner] })

export const announcementSchema = z.object({
  paper: z.enum(paperKinds),
  owner_id: optional(text({ max: 36 })).meta({
    description: 'Of the owner whose identity document it is.',
  }),
  ...announcedFields,
})
export const announcementBody = named('BusinessFileAnnouncement', announcementSchema, {
  paper: 'STATUTES',
  name: 'statuts.pdf',
  size: 482_113,
  sha256: exampleProgress.sha256,
})

const screening = z.object({
  state: z.enum(screeningStates).meta({
    description:
      '`HELD`: a match waits for a decision; `UNAVAILABLE`: not screened, which the next request repeats; `CLEARED` and `CONFIRMED`: as an officer decided.',
  }),
  screened_at: zonelessStamp,
  list_version: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: zonelessStamp.nullable(),
  reason: z.string().nullable(),
  matches: z.array(matchSchema),
})

export const reviewResponse = dataResponse(
  'BusinessReview',
  z.object({
    ...facts,
    owners: z.array(owner.extend({ screening: screening.nullable() })),
    papers: z.array(
      z.object({
        ...place,
        paper_id: z.string().nullable(),
        decided_by: z.string().nullable(),
        decided_at: zonelessStamp.nullable(),
        files: z.array(
          z.object({
            file_id: z.string(),
            name: z.string(),
            type: z.enum(uploadedTypes),
            size: z.int(),
          }),
        ),
      }),
    ),
    open: z.array(z.string()).meta({ description: 'What stands against an approval.' }),
  }),
  {
    ...exampleFacts,
    owners: [
      {
        ...exampleOwner,
        screening: {
          state: 'HELD',
          screened_at: '2026-11-21T09:30:00.118204',
          list_version: '3',
          decided_by: null,
          decided_at: null,
          reason: null,
          matches: [exampleMatch],
        },
      },
    ],
    papers: [
      {
        ...examplePlace,
        paper_id: examplePaperId,
        decided_by: 'amina',
        decided_at: '2026-11-21T10:30:00.118204',
        files: [{ file_id: exampleFileId, name: 'statuts.pdf', type: 'application/pdf', size: 482_113 }],
      },
    ],
    open: ['STATUTES', 'screening of Grâce Mukendi'],
  },
)

export const paperDecisionSchema = z.object({
  decision: z.enum(['accept', 'return']),
  files: z
    .array(text({ max: 36 }))
    .min(1)
    .max(10)
    .meta({
      description: 'The files that were read: a paper that has others by now is not decided.',
    }),
  reason: optional(reasonText()).meta({ description: 'Of a return; the merchant reads it.' }),
  expires_on: optional(
    text({ max: 10 }).refine(isDay, refused('value_error', 'Value error, a date looks like 2029-05-17')),
  ).meta({ description: 'The last day of validity, required for identity documents.' }),
})

function isDay(value: string): boolean {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(value) && Temporal.PlainDate.from(value).year > 2000
  } catch {
    return false
  }
}

export const paperDecisionBody = named('BusinessPaperDecision', paperDecisionSchema, {
  decision: 'accept',
  files: [exampleFileId],
  expires_on: '2029-05-17',
})

export const ownerDecisionSchema = z.object({
  decision: z.enum(['clear', 'confirm', 'repeat']),
  reason: reasonText(),
})
export const ownerDecisionBody = named('BusinessOwnerDecision', ownerDecisionSchema, {
  decision: 'clear',
  reason: 'Another birth date and another place of birth',
})

export const expiringResponse = listResponse(
  'ExpiringBusinessPapers',
  z.object({
    merchant_code: z.string(),
    name: z.string(),
    kind: z.enum(paperKinds),
    expires_on: dayText,
    is_expired: z.boolean(),
    is_renewed: z.boolean().meta({ description: 'Whether a renewal waits for a decision.' }),
  }),
  {
    merchant_code: 'LKT-7K2M-9QXA',
    name: 'Boutique Kivu',
    kind: 'OWNER_IDENTITY',
    expires_on: '2026-12-05',
    is_expired: false,
    is_renewed: false,
  },
)
