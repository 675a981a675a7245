// Request and response schemas of the upload page.

import { z } from 'zod'
import { languages } from '../../../../kernel/language/language.ts'
import { maxUploadBytes } from '../../../../platform/documents/uploaded-file.ts'
import { named, success, zonelessStamp } from '../../../../platform/http/api.ts'
import { freeText, optional, wholeNumber } from '../../../../platform/http/body/body.ts'
import { paperKinds } from '../paper-kinds.ts'
import { uploadFaults, uploadStates } from './upload.ts'

const exampleFileId = '019ab3c4-8b21-7d42-9f36-7e1f2c3d4e5f'
const exampleToken = 'q3Yk0b7nWm2VfJ5xT8sLr1HcZp4DgUaEiO6vKyNtBwM'

export const byToken = {
  token: z.string().meta({ description: 'From the link.', examples: [exampleToken] }),
}
export const byFile = { ...byToken, file_id: z.string().meta({ examples: [exampleFileId] }) }

const progress = z
  .object({
    id: z.string(),
    name: z.string(),
    size: z.int().meta({ description: 'Bytes.' }),
    sha256: z.string().meta({ description: 'As it was announced.' }),
    offset: z.int().meta({ description: 'Bytes received so far: where the next piece begins.' }),
    state: z.enum(uploadStates),
    fault: z.enum(uploadFaults).nullable().meta({
      description:
        '`checksum`: other bytes than announced, send it again; `format`: no complete PDF, JPEG or PNG file; `active`: a PDF with scripts, actions or attachments.',
    }),
    papers: z.array(z.enum(paperKinds)).meta({
      description: 'Which of the wanted papers it is, as its sender said: one file can be several.',
    }),
  })
  .meta({ id: 'UploadProgress' })
const exampleProgress = {
  id: exampleFileId,
  name: 'carte.jpg',
  size: 482_113,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  offset: 131_072,
  state: 'RECEIVING',
  fault: null,
  papers: ['IDENTITY', 'ADDRESS'],
} satisfies z.input<typeof progress>

export const progressResponse = named('UploadProgressResponse', success(progress), {
  status: 'success',
  data: exampleProgress,
})

export const linkResponse = named(
  'UploadLink',
  success(
    z.object({
      institution: z.string().meta({ description: 'Who asks.' }),
      transfer: z
        .object({
          partner: z.string(),
          sent_at: zonelessStamp,
          number_end: z.string().meta({ description: 'The last three digits of the number it was sent to.' }),
        })
        .nullable()
        .meta({
          description: 'The transfer that the papers are for, by which its sender knows the request.',
        }),
      wanted: z.array(z.enum(paperKinds)),
      note: z.string().nullable(),
      language: z.enum(languages),
      expires_at: zonelessStamp,
      most_files: z.int(),
      most_bytes: z.int().meta({ description: 'The size of a file.' }),
      files: z.array(progress),
    }),
  ),
  {
    status: 'success',
    data: {
      institution: 'Likuta',
      transfer: { partner: 'Kivu Remit', sent_at: '2026-11-21T09:30:00.118204', number_end: '001' },
      wanted: ['IDENTITY', 'FUNDS'],
      note: null,
      language: 'fr',
      expires_at: '2026-11-28T09:30:00.118204',
      most_files: 5,
      most_bytes: maxUploadBytes,
      files: [exampleProgress],
    },
  },
)

export const announcementSchema = z.object({
  name: freeText({ min: 1, max: 120 }),
  size: wholeNumber({ min: 1, max: maxUploadBytes }).meta({ description: 'Bytes.' }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: 'Of the whole file, in lower-case hexadecimal.' }),
  papers: optional(z.array(z.enum(paperKinds)).max(paperKinds.length)).meta({
    description:
      'Which of the wanted papers it is. The same file announced again for another paper counts for both.',
  }),
})
export const announcementBody = named('UploadAnnouncement', announcementSchema, {
  name: 'carte.jpg',
  size: 482_113,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  papers: ['IDENTITY', 'ADDRESS'],
})
