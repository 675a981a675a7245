import { catalogue, plural } from '../../ui/language/language.ts'

export const deliveryTexts = catalogue({
  fr: {
    title: 'Webhooks',
    lead: 'Les webhooks envoyés aux marchands, avec chaque tentative.',
    merchant: 'Marchand',
    eventType: 'Type d’événement',
    empty: 'Aucun webhook ne correspond',
    emptyText: 'Modifiez les filtres.',
    nextAttempt: 'Prochaine tentative',
    body: 'Corps envoyé',
    none: 'Aucun webhook pour l’instant.',
    noAttempt: 'Pas encore envoyé',
    resend: 'Renvoyer',
    select: (id: string) => `Sélectionner ${id}`,
    selectAll: 'Tout sélectionner sur cette page',
    selected: (count: number) =>
      plural(count, { one: `${count} webhook sélectionné`, other: `${count} webhooks sélectionnés` }),
    resendTitle: (count: number) =>
      plural(count, { one: 'Renvoyer ce webhook\u202f?', other: `Renvoyer ${count} webhooks\u202f?` }),
    resendText:
      'Le même événement est renvoyé, avec le même contenu et le même identifiant. Le marchand l’a peut-être déjà traité.',
    resent: (count: number) =>
      plural(count, { one: 'Webhook en cours de renvoi', other: `${count} webhooks en cours de renvoi` }),
  },
  en: {
    title: 'Webhooks',
    lead: 'Webhooks sent to merchants, with every attempt.',
    merchant: 'Merchant',
    eventType: 'Event type',
    empty: 'No matching webhooks',
    emptyText: 'Change the filters.',
    nextAttempt: 'Next attempt',
    body: 'Body sent',
    none: 'No webhooks yet.',
    noAttempt: 'Not sent yet',
    resend: 'Resend',
    select: (id: string) => `Select ${id}`,
    selectAll: 'Select all on this page',
    selected: (count: number) =>
      plural(count, { one: `${count} webhook selected`, other: `${count} webhooks selected` }),
    resendTitle: (count: number) =>
      plural(count, { one: 'Resend this webhook?', other: `Resend ${count} webhooks?` }),
    resendText:
      'The same event is sent again, with the same body and the same ID. The merchant may already have processed it.',
    resent: (count: number) =>
      plural(count, { one: 'Resending webhook', other: `Resending ${count} webhooks` }),
  },
})
