import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'

export const customerTexts = catalogue({
  fr: {
    title: 'Client',
    back: 'Paiement',
    all: 'Tous les paiements de ce client',
    about: 'Paiements de la même adresse e-mail, du même téléphone ou du même portefeuille',
    erased: 'Les coordonnées de ce client ont été effacées.',
    email: 'E-mail',
    phone: 'Téléphone',
    paid: (currency: string) => `Payé, ${currency}`,
    name: 'Nom',
    sum: (count: number, returned: string, net: string) =>
      `${formatNumber(count)} ${plural(count, { one: 'paiement reçu', other: 'paiements reçus' })}, ${returned} rendus, soit ${net} nets`,
    payments: 'Paiements',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'paiement', other: 'paiements' })}`,
    refunds: 'Remboursements',
    disputes: 'Litiges',
    links: 'Liens de paiement',
  },
  en: {
    title: 'Customer',
    back: 'Payment',
    all: 'All payments of this customer',
    about: 'Payments of the same email address, telephone or wallet',
    erased: 'This customer’s contact details have been erased.',
    email: 'Email',
    phone: 'Telephone',
    paid: (currency: string) => `Paid, ${currency}`,
    name: 'Name',
    sum: (count: number, returned: string, net: string) =>
      `${formatNumber(count)} ${plural(count, { one: 'payment', other: 'payments' })} received, ${returned} returned, ${net} net`,
    payments: 'Payments',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'payment', other: 'payments' })}`,
    refunds: 'Refunds',
    disputes: 'Disputes',
    links: 'Payment links',
  },
})
