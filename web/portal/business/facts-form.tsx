// The facts of a business: its kind, the numbers that go with it, and its address.
import { useState } from 'preact/hooks'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { faultText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { api } from '../access/session.ts'
import type { Business } from '../api-types.ts'
import { businessTexts } from './texts.ts'

type Kind = NonNullable<Business['kind']>
type Props = { business: Business; saved: (business: Business) => void }

/**
 * Saves the whole business with some facts changed.
 * @param fieldOf names the field of the form that a fault is shown at.
 * @throws Faults in the reader's language, RequestError
 */
export async function saveBusiness(
  { kind, rccm, national_id, tax_number, authorization, address, owners }: Business,
  changed: object,
  fieldOf: (field: string) => string,
): Promise<Business> {
  const facts = { kind, rccm, national_id, tax_number, authorization, address, owners }
  try {
    return await api.put<Business>('business', { ...facts, ...changed })
  } catch (error) {
    if (!(error instanceof RequestError) || error.faults.length === 0) throw error
    const { wrong } = businessTexts()
    throw new Faults(
      Object.fromEntries(
        error.faults.map((fault) => [
          fieldOf(fault.field),
          wrong[fault.message.replace('Value error, ', '')] ?? faultText(fault),
        ]),
      ),
    )
  }
}

export function FactsCard({ business, saved }: Props) {
  const t = businessTexts()
  return (
    <Card title={t.facts}>
      {business.editable ? (
        <FactsForm business={business} saved={saved} />
      ) : (
        <Facts facts={factsOf(business)} />
      )}
    </Card>
  )
}

function factsOf({ kind, rccm, national_id, tax_number, authorization, address }: Business): Fact[] {
  const t = businessTexts()
  return [
    [t.kind, kind && t.kinds[kind]],
    ...(rccm ? ([[t.rccm, rccm]] as const) : []),
    ...(authorization ? ([[t.authorization, authorization]] as const) : []),
    ...(national_id ? ([[t.nationalId, national_id]] as const) : []),
    [t.taxNumber, tax_number],
    [t.address, address && [address.street, address.commune, address.city].join(', ')],
  ]
}

function FactsForm({ business, saved }: Props) {
  const t = businessTexts()
  const [kind, setKind] = useState<Kind>(business.kind ?? 'company')
  const isAssociation = kind === 'association'
  const { address } = business
  const submit = async (values: Values) => {
    const own = { rccm: null, authorization: null, ...numbersOf(values), address: addressOf(values) }
    const facts = { kind: values.kind, ...own }
    const next = await saveBusiness(business, facts, (field) => field.replace('address.', ''))
    toast(t.saved)
    saved(next)
  }
  return (
    <Form submit={submit} action={t.save} appearance="plain">
      <p class="soft">{t.factsIntro}</p>
      <Select
        name="kind"
        label={t.kind}
        options={Object.entries(t.kinds)}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
      />
      {isAssociation ? (
        <Field
          name="authorization"
          label={t.authorization}
          hint={t.authorizationHint}
          value={business.authorization ?? ''}
          autocomplete="off"
        />
      ) : (
        <>
          <NumberField
            name="rccm"
            label={t.rccm}
            hint={kind === 'company' ? t.rccmHint : t.rccmHintTrader}
            of={business}
          />
          <NumberField name="national_id" label={t.nationalId} hint={t.nationalIdHint} of={business} />
        </>
      )}
      <NumberField name="tax_number" label={t.taxNumber} hint={t.taxNumberHint} of={business} />
      <Field name="street" label={t.street} value={address?.street} autocomplete="street-address" />
      <Field name="commune" label={t.commune} value={address?.commune} autocomplete="address-level3" />
      <Field name="city" label={t.city} value={address?.city} autocomplete="address-level2" />
    </Form>
  )
}

function NumberField({
  of,
  ...field
}: {
  name: 'rccm' | 'national_id' | 'tax_number'
  label: string
  hint: string
  of: Business
}) {
  const { name } = field
  return (
    <Field
      {...field}
      value={of[name] ?? ''}
      autocomplete="off"
      autocapitalize="characters"
      spellcheck={false}
    />
  )
}

const numbers = ['rccm', 'national_id', 'tax_number', 'authorization'] as const
/** An empty field is a fact that is still missing. */
const numbersOf = (values: Values) =>
  Object.fromEntries(numbers.map((name) => [name, values[name] ? values[name] : null]))

/** @throws Faults */
function addressOf({ street = '', commune = '', city = '' }: Values) {
  const t = businessTexts()
  const parts = { street, commune, city }
  const empty = Object.entries(parts).filter(([, value]) => value === '')
  if (empty.length === 3) return null
  if (empty.length > 0) throw new Faults(Object.fromEntries(empty.map(([name]) => [name, t.addressWhole])))
  return parts
}
