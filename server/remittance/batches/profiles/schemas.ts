// Shapes of saved profiles in requests and responses.
import { z } from 'zod'
import { dataResponse, named, pageResponse, zonelessStamp } from '../../../platform/http/api.ts'
import { text } from '../../../platform/http/body/body.ts'
import { pageFields } from '../../../platform/http/list-query.ts'
import { profileKinds } from './profile.ts'

export const profilePath = {
  kind: z.string().meta({ examples: ['sender'], description: '`sender` or `beneficiary`.' }),
  code: z.string().meta({ examples: ['MWANGAZA'] }),
}

export const profilesQuery = z.object({
  ...pageFields,
  kind: z.enum(profileKinds).optional(),
  q: text({ max: 32 }).optional().meta({ description: 'Only codes that begin like this.' }),
})

const fields = z
  .record(z.string(), z.string())
  .meta({ description: 'Fields of a transfer that describe the sender or the beneficiary.' })
const exampleFields = {
  sender_first_name: 'Amina',
  sender_last_name: 'Kabongo',
  sender_birthdate: '1984-02-29',
  sender_birthplace: 'Goma',
  sender_document_type: 'PASSPORT',
  sender_document_number: 'OP0123456',
  document_issue_date: '2024-05-02',
  document_expiration_date: '2034-05-01',
  sender_country: 'CD',
  sender_city: 'Goma',
  current_address: 'Avenue du Lac 12',
  permanent_address: 'Avenue du Lac 12',
  profession: 'Coordinatrice',
}
export const saveSchema = z.object({ fields })
export const saveBody = named('ProfileSave', saveSchema, { fields: exampleFields })

const summary = {
  kind: z.enum(profileKinds),
  code: z.string(),
  name: z.string(),
  customer_number: z.string().nullable().meta({ description: 'Of a beneficiary.' }),
  document_expiration_date: z.string().nullable().meta({ description: 'Of a sender.' }),
  changed_by: z
    .string()
    .nullable()
    .meta({ description: 'Null if a server saved it with the merchant secret.' }),
  changed_at: zonelessStamp,
}
const exampleSummary = {
  kind: 'sender',
  code: 'MWANGAZA',
  name: 'Amina Kabongo',
  customer_number: null,
  document_expiration_date: '2034-05-01',
  changed_by: 'amina@boutique.example',
  changed_at: '2026-11-21T09:30:00.118204',
} as const

export const profilesResponse = pageResponse('Profiles', z.object(summary), exampleSummary)
export const profileResponse = dataResponse('ProfileResponse', z.object({ ...summary, fields }), {
  ...exampleSummary,
  fields: exampleFields,
})
export const deletedResponse = dataResponse('ProfileDeleted', z.object({}), {})
