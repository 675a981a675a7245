// The words that batches of refunds have only in the console.
import { catalogue } from '../../ui/language/language.ts'

export const refundBatchTexts = catalogue({
  fr: {
    merchant: 'Marchand',
    code: 'Code du marchand',
    codeHint: 'Tous les paiements du fichier sont de ce marchand.',
    codeMissing: 'Saisissez le code du marchand.',
    state: 'État',
  },
  en: {
    merchant: 'Merchant',
    code: 'Merchant code',
    codeHint: 'All payments of the file are of this merchant.',
    codeMissing: 'Enter the merchant’s code.',
    state: 'Status',
  },
})
