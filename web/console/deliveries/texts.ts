import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'

export const deliveryTexts = catalogue({
  fr: {
    title: 'Webhooks',
    lead: 'Ce qui est annoncé aux marchands, avec chaque essai.',
    eventType: 'Type d’événement',
    empty: 'Aucun webhook ne correspond',
    emptyText: 'Changez les filtres.',
    created: 'Annoncé',
    event: 'Événement',
    merchant: 'Marchand',
    address: 'Adresse',
    attempts: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'essai', other: 'essais' })}`,
    lastResponse: 'Dernière réponse',
    nextAttempt: 'Prochain essai',
    body: 'Corps envoyé',
    none: 'Aucun webhook n’a été annoncé.',
    noAttempt: 'Pas encore essayé',
    milliseconds: (value: number) => `${value} ms`,
    resend: 'Renvoyer',
    select: (id: string) => `Choisir ${id}`,
    selectAll: 'Tout choisir sur cette page',
    selected: (count: number) =>
      plural(count, { one: '1 webhook choisi', other: `${count} webhooks choisis` }),
    resendTitle: (count: number) =>
      plural(count, { one: 'Renvoyer ce webhook\u202f?', other: `Renvoyer ${count} webhooks\u202f?` }),
    resendText:
      'Le même événement repart, avec les mêmes octets et le même identifiant. Le marchand peut l’avoir déjà traité.',
    resent: (count: number) =>
      plural(count, { one: 'Le webhook repart', other: `${count} webhooks repartent` }),
  },
  en: {
    title: 'Webhooks',
    lead: 'What is announced to merchants, with every attempt.',
    eventType: 'Event type',
    empty: 'No webhook matches',
    emptyText: 'Change the filters.',
    created: 'Announced',
    event: 'Event',
    merchant: 'Merchant',
    address: 'Address',
    attempts: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'attempt', other: 'attempts' })}`,
    lastResponse: 'Last answer',
    nextAttempt: 'Next attempt',
    body: 'Body sent',
    none: 'No webhook was announced.',
    noAttempt: 'Not tried yet',
    milliseconds: (value: number) => `${value} ms`,
    resend: 'Send again',
    select: (id: string) => `Choose ${id}`,
    selectAll: 'Choose all on this page',
    selected: (count: number) =>
      plural(count, { one: '1 webhook chosen', other: `${count} webhooks chosen` }),
    resendTitle: (count: number) =>
      plural(count, { one: 'Send this webhook again?', other: `Send ${count} webhooks again?` }),
    resendText:
      'The same event goes out again, with the same bytes and the same id. The merchant may have handled it already.',
    resent: (count: number) =>
      plural(count, { one: 'The webhook goes out again', other: `${count} webhooks go out again` }),
  },
})
