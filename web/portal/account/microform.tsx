// The setting that lets the merchant's own pages show the gateway's card fields.
import { Card } from '../../ui/display/facts.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import type { Microform } from '../api-types.ts'
import { confirmedCall } from '../step-up/step-up.tsx'
import { linesOf } from './lines.ts'

const texts = catalogue({
  fr: {
    title: 'Champs de carte sur votre site',
    intro:
      'Votre client paie sans quitter votre site\u202f; les champs de carte restent fournis par la passerelle.',
    enabled: 'Autoriser mon site à afficher les champs de carte',
    label: 'Vos sites',
    hint: 'Une origine complète par ligne\u00a0: https://boutique.example',
    save: 'Enregistrer',
    saved: 'Enregistré.',
  },
  en: {
    title: 'Card fields on your site',
    intro: 'Customers pay without leaving your site; the gateway still provides the card fields.',
    enabled: 'Allow my site to show the card fields',
    label: 'Your sites',
    hint: 'One full origin per line: https://shop.example',
    save: 'Save',
    saved: 'Saved.',
  },
})

export function MicroformCard({ microform }: { microform: Microform }) {
  const t = texts()
  return (
    <Card title={t.title}>
      <p class="soft">{t.intro}</p>
      <Form
        action={t.save}
        appearance="plain"
        fieldOf={() => 'microform_allowed_origins'}
        submit={async (values) => {
          await confirmedCall<Microform>('PUT', 'microform', {
            microform_enabled: values.microform_enabled === 'on',
            microform_allowed_origins: linesOf(values.microform_allowed_origins ?? ''),
          })
          toast(t.saved)
        }}
      >
        <label class="check">
          <input type="checkbox" name="microform_enabled" defaultChecked={microform.microform_enabled} />
          <span>{t.enabled}</span>
        </label>
        <TextArea
          name="microform_allowed_origins"
          label={t.label}
          hint={t.hint}
          rows={3}
          value={microform.microform_allowed_origins.join('\n')}
          spellcheck={false}
          autocapitalize="none"
        />
      </Form>
    </Card>
  )
}
