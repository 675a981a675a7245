// A saved profile: who sends or receives transfers, under a short code that rows of files name instead of the person's fields.

import { fieldFault, formulasIn, type RowFields } from '../../../batches/fields.ts'
import { inboundSchema, readInbound, refusal } from '../../acceptance/request.ts'

export const profileKinds = ['sender', 'beneficiary'] as const
export type ProfileKind = (typeof profileKinds)[number]

/** The column of a file that names a profile by its code. */
export const profileColumns = { sender: 'sender_profile', beneficiary: 'beneficiary' } as const

/** The fields of a transfer that a profile holds. What belongs to a single transfer, such as its purpose, stays with the row. */
export const profileFields: Readonly<Record<ProfileKind, ReadonlySet<string>>> = {
  sender: new Set([
    ...[
      'sender_first_name',
      'sender_middle_name',
      'sender_last_name',
      'sender_birthdate',
      'sender_birthplace',
    ],
    ...['sender_document_type', 'sender_document_number', 'document_issue_date', 'document_expiration_date'],
    ...[
      'sender_country',
      'sender_city',
      'current_address',
      'permanent_address',
      'profession',
      'sender_msisdn',
    ],
  ]),
  beneficiary: new Set([
    ...[
      'customer_number',
      'operator',
      'expected_receiver_name',
      'receiver_first_name',
      'receiver_middle_name',
    ],
    ...['receiver_last_name', 'receiver_birthdate', 'receiver_birthplace', 'receiver_document_type'],
    ...['receiver_document_number', 'receiver_current_address', 'receiver_permanent_address'],
  ]),
}

/** Fields whose values begin with a plus sign when all is well. */
export const personNumbers: ReadonlySet<string> = new Set(['customer_number', 'sender_msisdn'])

/** Codes are compared in capitals, because people type them into spreadsheets. */
export const profileCode = (sent: string): string => sent.trim().toUpperCase()
export const isProfileCode = (code: string): boolean => /^[A-Z0-9][A-Z0-9._-]{0,31}$/.test(code)

const schema = inboundSchema(() => true)

/** The fields of a profile as they are stored: trimmed, without empty ones. @throws Problem as a transfer with such fields is refused. */
export function checkedFields(kind: ProfileKind, sent: RowFields, today: Temporal.PlainDate): RowFields {
  const trimmed = Object.entries(sent).map(([name, value]) => [name, value.trim()] as const)
  const fields = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const names = profileFields[kind]
  // Texts that must be there may be empty.
  const body = { sender_middle_name: '', sender_msisdn: '', receiver_middle_name: '', ...fields }
  const read = readInbound(schema, body, { today, overCap: () => false })
  const found = [
    ...Object.keys(fields)
      .filter((name) => !names.has(name))
      .map((name) => fieldFault(name.slice(0, 40), `Is no field of a ${kind}`)),
    ...formulasIn(fields, personNumbers),
  ].map(({ field, message }) => ({ field: field ?? '', message, problem: 'field_missing' as const }))
  const faults = [...found, ...read.faults.filter(({ field }) => names.has(field))]
  // guard: profile-checked
  if (faults.length > 0) throw refusal(faults)
  return fields
}

/** The fields that profiles would have filled into a row: those of profiles that it still names, since a filled row names none. */
export function unfilledFields(fields: RowFields): ReadonlySet<string> {
  const named = profileKinds.filter((kind) => fields[profileColumns[kind]])
  return new Set(named.flatMap((kind) => [...profileFields[kind]]))
}
