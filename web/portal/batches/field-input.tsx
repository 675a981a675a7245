// One field of a transfer in a form: a select where the service takes codes, which people know by their names.
import { Field, Select } from '../../ui/forms/field.tsx'
import { partyLabelsOf } from '../../ui/language/party-labels.ts'
import { countryChoices } from '../country-choices.ts'
import { profileTexts } from './profiles/profile-texts.ts'

/** The values of a field that takes codes, with their names; undefined for any other field. */
function choicesOf(name: string): [code: string, label: string][] | undefined {
  if (name === 'sender_country') return countryChoices()
  if (name.endsWith('_document_type')) return partyLabelsOf('document')
  if (name === 'reason_of_transaction') return partyLabelsOf('purpose')
  return name === 'source_of_funds' ? partyLabelsOf('funds') : undefined
}

type Props = { name: string; label: string; value: string; hint?: string | undefined; type?: 'date' | 'text' }

export function FieldInput({ name, label, value, hint, type = 'text' }: Props) {
  const shared = { name, label, ...(hint && { hint }) }
  const choices = choicesOf(name)
  if (!choices) return <Field {...shared} value={value} type={type} autocomplete="off" />
  const chosen = choices.find(([code]) => code === value.toUpperCase())?.[0] ?? value
  // What a file has instead of a code stays in sight, and is refused again unless another value is chosen.
  const isUnknown = !choices.some(([code]) => code === chosen)
  const first = isUnknown && value !== '' ? value : profileTexts().choose
  const options = isUnknown ? [[value, first] as const, ...choices] : choices
  return <Select {...shared} options={options} value={chosen} />
}
