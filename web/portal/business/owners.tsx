// The people who own or manage a business.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { locale } from '../../ui/language/language.ts'
import type { Business } from '../api-types.ts'
import { countryChoices } from '../country-choices.ts'
import { saveBusiness } from './facts-form.tsx'
import { businessTexts } from './texts.ts'

type Owner = Business['owners'][number]
/** The sum of the shares is a fault of all owners, which the share of this one can mend. */
const fieldOf = (field: string) => (field === 'owners' ? 'share' : field.replace(/^owners\.\d+\./, ''))

type Props = { business: Business; saved: (business: Business) => void }

export function OwnersCard({ business, saved }: Props) {
  const t = businessTexts()
  const [editing, setEditing] = useState<Owner | 'new'>()
  const { owners, kind, editable } = business
  const remove = async (owner: Owner) => {
    saved(await saveBusiness(business, { owners: owners.filter((each) => each !== owner) }, (field) => field))
    toast(t.ownerRemoved)
  }
  const intro =
    kind === 'sole_trader'
      ? t.ownerIntroTrader
      : kind === 'association'
        ? t.ownersIntroAssociation
        : t.ownersIntro
  return (
    <Card title={t.owners}>
      <p class="soft">{intro}</p>
      {owners.length === 0 && <p>{t.noOwners}</p>}
      <ul class="file-list" aria-label={t.owners}>
        {owners.map((owner) => (
          <li key={owner.owner_id}>
            <span>
              {owner.name}
              <br />
              <small class="soft">{shareText(owner)}</small>
            </span>
            {editable && (
              <span>
                <Button small appearance="quiet" onClick={() => setEditing(owner)}>
                  {t.changeOwner}…
                </Button>
                <Button
                  small
                  appearance="quiet"
                  aria-label={`${t.removeOwner} ${owner.name}`}
                  onClick={() => void remove(owner)}
                >
                  {t.removeOwner}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {editable && <Button onClick={() => setEditing('new')}>{t.addOwner}…</Button>}
      {editing && (
        <OwnerDialog
          owner={editing === 'new' ? undefined : editing}
          business={business}
          saved={(next) => {
            setEditing(undefined)
            saved(next)
          }}
          close={() => setEditing(undefined)}
        />
      )}
    </Card>
  )
}

function shareText({ share }: Owner): string {
  const t = businessTexts()
  return share === null ? t.manages : t.shareOf(new Intl.NumberFormat(locale()).format(share))
}

function OwnerDialog({
  owner,
  business,
  saved,
  close,
}: Props & { owner: Owner | undefined; close: () => void }) {
  const t = businessTexts()
  const { owners } = business
  const submit = async ({ share = '', ...values }: Values) => {
    const sent = {
      ...values,
      ...(owner && { owner_id: owner.owner_id }),
      share: share === '' ? null : Number(share.replace(',', '.')),
    }
    const next = owner ? owners.map((each) => (each === owner ? sent : each)) : [...owners, sent]
    saved(await saveBusiness(business, { owners: next }, fieldOf))
    toast(t.saved)
  }
  return (
    <Dialog title={owner?.name ?? t.addOwner} close={close}>
      <Form submit={submit} action={t.save}>
        <Field name="name" label={t.name} hint={t.nameHint} value={owner?.name} autocomplete="off" required />
        <Field name="birth_date" type="date" label={t.birthDate} value={owner?.birth_date} required />
        <Select
          name="nationality"
          label={t.nationality}
          options={countryChoices()}
          value={owner?.nationality ?? 'CD'}
        />
        {business.kind !== 'association' && (
          <Field
            name="share"
            label={t.share}
            hint={t.shareHint}
            inputMode="decimal"
            value={owner ? (owner.share ?? '') : business.kind === 'sole_trader' ? 100 : ''}
            autocomplete="off"
          />
        )}
        <Select
          name="document_type"
          label={t.document}
          options={Object.entries(t.documents)}
          value={owner?.document_type ?? 'VOTER_CARD'}
        />
        <Field
          name="document_number"
          label={t.documentNumber}
          value={owner?.document_number}
          autocomplete="off"
          required
        />
      </Form>
    </Dialog>
  )
}
