// Labels for the API's codes of identity documents, transfer purposes and sources of funds.
import {
  frenchDocuments,
  frenchFundsSources,
  frenchPurposes,
} from '../../../server/remittance/transfer/french-labels.ts'
import { catalogue } from './language.ts'

const partyLabels = catalogue({
  fr: { document: frenchDocuments, purpose: frenchPurposes, funds: frenchFundsSources },
  en: {
    document: {
      PASSPORT: 'Passport',
      NATIONAL_ID: 'Identity card',
      DRIVING_LICENCE: 'Driving licence',
      VOTER_CARD: 'Voter card',
      OTHER: 'Other document',
    },
    purpose: {
      INVESTMENT: 'Investment',
      CONSTRUCTION: 'Construction',
      RENT: 'Rent',
      GENERAL: 'Everyday expenses',
      FUEL: 'Fuel',
      REPAIRS: 'Repairs',
      PERSONAL_CARE: 'Personal care',
      FOOD_AND_GROCERIES: 'Food',
      TRANSPORT: 'Transport',
      SHOPPING: 'Shopping',
      ENTERTAINMENT: 'Leisure',
      DONATIONS: 'Donations',
      FAMILY_SUPPORT: 'Family support',
      EDUCATION: 'Education',
      MEDICAL_EXPENSES: 'Medical expenses',
      GIFT: 'Gift',
      SALARY: 'Salary',
      SAVINGS: 'Savings',
      TRAVEL: 'Travel',
      LOAN_REPAYMENT: 'Loan repayment',
      UTILITY_BILLS: 'Bills',
      BUSINESS: 'Business',
      OTHER: 'Other',
    },
    funds: {
      SALARY: 'Salary',
      BUSINESS_INCOME: 'Business income',
      SAVINGS: 'Savings',
      INVESTMENT_INCOME: 'Investment income',
      PENSION: 'Pension',
      GIFT: 'Gift received',
      INHERITANCE: 'Inheritance',
      LOAN: 'Loan',
      PROPERTY_SALE: 'Sale of property',
      OTHER: 'Other',
    },
  },
})

type Kind = 'document' | 'purpose' | 'funds'

/** The label of a code; an unknown code is shown as it is. */
export function partyLabel(of: Kind, name: string): string {
  const label: Readonly<Record<string, string>> = partyLabels()[of]
  return label[name] ?? name
}

/** All codes with their labels, for a select. */
export const partyLabelsOf = (of: Kind): [code: string, label: string][] => Object.entries(partyLabels()[of])
