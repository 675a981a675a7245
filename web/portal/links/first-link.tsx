// The first payment link of a shop: an amount, a word about what is sold, and the link is there.
import { useLocation } from 'preact-iso'
import { Card } from '../../ui/display/facts.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { createLink, fieldOfLink } from './create-link.ts'
import { AmountFields, linkTexts, UsesFields } from './new-link.tsx'
import { KindFields } from './part-fields.tsx'

const texts = catalogue({
  fr: {
    title: 'Votre premier lien de paiement',
    intro: 'Un montant, ce que vous vendez, et le lien est prêt à partager sur WhatsApp.',
  },
  en: {
    title: 'Your first payment link',
    intro: 'An amount and what it’s for, and the link is ready to share on WhatsApp.',
  },
})

export function FirstLink() {
  const t = texts()
  const common = linkTexts()
  const { route } = useLocation()
  return (
    <Card title={t.title}>
      <p class="soft">{t.intro}</p>
      <Form
        class="form-card"
        action={common.submit}
        fieldOf={fieldOfLink}
        submit={async (values) => {
          const { code } = await createLink(values, common.amountFault)
          route(`/portal/links/${code}`)
        }}
      >
        <KindFields amount={<AmountFields />} uses={<UsesFields />}>
          <Field
            name="description"
            label={common.description}
            hint={common.descriptionHint}
            maxLength={500}
            autocomplete="off"
          />
        </KindFields>
      </Form>
    </Card>
  )
}
