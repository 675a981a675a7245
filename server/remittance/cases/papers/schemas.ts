// Request and response schemas of requests for papers.
import { z } from 'zod'
import { languages } from '../../../kernel/language.ts'
import { receivedFaults, receivedStates } from '../../../platform/documents/received-file.ts'
import { dataResponse, named, zonelessStamp } from '../../../platform/http/api.ts'
import { optional, paragraphs, wholeNumber } from '../../../platform/http/body/body.ts'
import { exampleTime } from '../../http/endpoint-parts.ts'
import { paperKinds } from './paper.ts'

export const exampleRequestId = '019ab3c4-7a10-7c31-8f25-6d0e1b2c3d4e'

const paperRequest = z
  .object({
    request_id: z.string(),
    state: z.enum(['OPEN', 'EXPIRED', 'WITHDRAWN']),
    wanted: z.array(z.enum(paperKinds)),
    note: z.string().nullable().meta({ description: 'What the upload page shows beside the list.' }),
    language: z.enum(languages),
    requested_by: z.string(),
    requested_at: zonelessStamp,
    expires_at: zonelessStamp,
    opened_at: zonelessStamp.nullable().meta({ description: 'When the link was first opened.' }),
    withdrawn_by: z.string().nullable(),
    withdrawn_at: zonelessStamp.nullable(),
    files: z.array(
      z.object({
        name: z.string(),
        size: z.int().meta({ description: 'Bytes.' }),
        received: z.int().meta({ description: 'Bytes received so far.' }),
        state: z.enum(receivedStates),
        fault: z.enum(receivedFaults).nullable().meta({ description: 'Why a file was refused.' }),
        papers: z
          .array(z.enum(paperKinds))
          .meta({ description: 'Which of the wanted papers it is, as its sender says.' }),
        paper_id: z.string().nullable().meta({ description: 'Its paper in the case, once it was received.' }),
      }),
    ),
  })
  .meta({ id: 'PaperRequest' })

export const paperRequests = z.array(paperRequest).meta({ description: 'Upload links, newest first.' })

export const examplePaperRequest = {
  request_id: exampleRequestId,
  state: 'OPEN',
  wanted: ['IDENTITY', 'FUNDS'],
  note: 'Les deux faces de votre carte, s’il vous plaît.',
  language: 'fr',
  requested_by: 'amina',
  requested_at: exampleTime,
  expires_at: '2026-11-28T09:30:00.118204',
  opened_at: null,
  withdrawn_by: null,
  withdrawn_at: null,
  files: [],
} satisfies z.input<typeof paperRequest>

export const paperRequestResponse = dataResponse('PaperRequestResponse', paperRequest, examplePaperRequest)

export const newPaperRequestResponse = dataResponse(
  'NewPaperRequest',
  z.object({
    request: paperRequest,
    link: z.string().meta({ description: 'For the person of the case. It is shown only here.' }),
  }),
  {
    request: examplePaperRequest,
    link: 'https://pay.example.cd/papers/q3Yk0b7nWm2VfJ5xT8sLr1HcZp4DgUaEiO6vKyNtBwM',
  },
)

const days = wholeNumber({ min: 1, max: 30 })

export const askSchema = z.object({
  wanted: z
    .array(z.enum(paperKinds))
    .min(1)
    .max(paperKinds.length)
    .transform((kinds) => [...new Set(kinds)])
    .meta({ description: 'What is needed. `OTHER` needs a note.' }),
  note: optional(paragraphs({ max: 500 })).meta({
    description:
      'Shown to the person on the upload page. Never write there why the papers are needed, beyond what every customer is told.',
  }),
  language: z.enum(languages),
  days: days.meta({ description: 'How long the link is valid.' }),
})
export const askBody = named('PapersWanted', askSchema, {
  wanted: ['IDENTITY', 'FUNDS'],
  note: 'Les deux faces de votre carte, s’il vous plaît.',
  language: 'fr',
  days: 7,
})

export const extendSchema = z.object({ days })
export const extendBody = named('LinkExtension', extendSchema, { days: 7 })
