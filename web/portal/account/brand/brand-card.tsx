// The brand on payment pages: logo, accent colour and contact, with a preview that follows each change.
import { useState } from 'preact/hooks'
import type { CheckoutSettings } from '../../../api/schemas.generated.ts'
import { Card } from '../../../ui/display/facts.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Faults, Form } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/frame/toast.tsx'
import { catalogue } from '../../../ui/language/language.ts'
import { Await } from '../../../ui/service/await.tsx'
import { useLoad } from '../../../ui/service/load.ts'
import { api } from '../../access/session.ts'
import { BrandPreviews, type Draft } from './brand-preview.tsx'
import { logoOf } from './logo-file.ts'

export const brandTexts = catalogue({
  fr: {
    title: 'Page de paiement',
    intro: 'Votre logo et votre couleur apparaissent sur la page de paiement, les liens et les reçus.',
    logo: 'Logo',
    logoHint: 'PNG, JPEG ou WebP. Les grandes images sont réduites.',
    remove: 'Retirer le logo',
    notImage: 'Ce fichier n’est pas une image PNG, JPEG ou WebP.',
    accent: 'Couleur',
    accentHint: 'La couleur du texte est choisie pour rester lisible.',
    accentWrong: 'Saisissez une couleur comme #0b625c.',
    support: 'Contact des clients',
    supportHint: 'Numéro international (+243…), ou https://wa.me/243… pour WhatsApp.',
    save: 'Enregistrer',
    saved: 'Page de paiement enregistrée.',
  },
  en: {
    title: 'Checkout',
    intro: 'Your logo and colour appear on the checkout page, payment links and receipts.',
    logo: 'Logo',
    logoHint: 'PNG, JPEG or WebP. Large images are scaled down.',
    remove: 'Remove logo',
    notImage: 'This file isn’t a PNG, JPEG or WebP image.',
    accent: 'Colour',
    accentHint: 'The text colour is chosen so that it stays readable.',
    accentWrong: 'Enter a colour such as #0b625c.',
    support: 'Customer contact',
    supportHint: 'International number (+243…), or https://wa.me/243… for WhatsApp.',
    save: 'Save',
    saved: 'Checkout saved.',
  },
})

/** The colour of pages whose merchant has chosen none. */
const ownAccent = '#0b4a47'
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export function BrandCard({ name }: { name: string }) {
  const t = brandTexts()
  const settings = useLoad('checkout', (signal) => api.get<CheckoutSettings['data']>('checkout', {}, signal))
  return (
    <Card id="checkout" title={t.title}>
      <p class="soft">{t.intro}</p>
      <Await of={settings}>{(loaded) => <BrandForm name={name} settings={loaded} />}</Await>
    </Card>
  )
}

function BrandForm({ name, settings }: { name: string; settings: CheckoutSettings['data'] }) {
  const t = brandTexts()
  const { brand, checkout_attempts } = settings
  const [draft, setDraft] = useState<Draft>({
    name,
    logo: brand.logo,
    accent: brand.accent ?? ownAccent,
    support: brand.support ?? '',
  })
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    const logo = file && (await logoOf(file))
    if (logo) change({ logo })
    else if (file) toast(t.notImage, 'bad')
    input.value = ''
  }
  return (
    <>
      <Form
        class="form-card"
        appearance="plain"
        action={t.save}
        fieldOf={(field) => (field === 'brand.logo' ? 'logo_file' : field.replace('brand.', ''))}
        submit={async ({ accent = '', support = '' }) => {
          if (accent && !isColour(accent)) throw new Faults({ accent: t.accentWrong })
          const sent = { logo: draft.logo, accent: accent || null, support: support || null }
          await api.put('checkout', { checkout_attempts, brand: sent })
          toast(t.saved)
        }}
      >
        <Field
          name="logo_file"
          label={t.logo}
          hint={t.logoHint}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          onChange={(event) => void choose(event.currentTarget)}
        />
        {draft.logo && (
          <div class="brand-logo">
            <Button small onClick={() => change({ logo: null })}>
              {t.remove}
            </Button>
          </div>
        )}
        <ColourAndContact brand={brand} change={change} />
      </Form>
      <BrandPreviews draft={draft} />
    </>
  )
}

function ColourAndContact({
  brand,
  change,
}: {
  brand: CheckoutSettings['data']['brand']
  change: (part: Partial<Draft>) => void
}) {
  const t = brandTexts()
  return (
    <>
      <Field
        name="accent"
        label={t.accent}
        hint={t.accentHint}
        value={brand.accent ?? ''}
        placeholder={ownAccent}
        maxLength={7}
        spellcheck={false}
        autocapitalize="none"
        onInput={({ currentTarget: { value } }) => {
          if (isColour(value.trim())) change({ accent: value.trim().toLowerCase() })
          else if (value.trim() === '') change({ accent: ownAccent })
        }}
      />
      <Field
        name="support"
        label={t.support}
        hint={t.supportHint}
        value={brand.support ?? ''}
        inputmode="url"
        onInput={({ currentTarget: { value } }) => change({ support: value.trim() })}
      />
    </>
  )
}
