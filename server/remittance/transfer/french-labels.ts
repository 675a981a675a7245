// The codes of transfer purposes and sources of funds, with French labels for the console and the declarations, and the labels of
// identity documents.
import type { DocumentType } from '../../operator-calls/operator.ts'

export const frenchDocuments = {
  PASSPORT: 'Passeport',
  NATIONAL_ID: 'Carte d’identité',
  DRIVING_LICENCE: 'Permis de conduire',
  VOTER_CARD: 'Carte d’électeur',
  OTHER: 'Autre pièce',
} as const satisfies Record<DocumentType, string>

export const frenchPurposes = {
  INVESTMENT: 'Investissement',
  CONSTRUCTION: 'Construction',
  RENT: 'Loyer',
  GENERAL: 'Dépenses courantes',
  FUEL: 'Carburant',
  REPAIRS: 'Réparations',
  PERSONAL_CARE: 'Soins personnels',
  FOOD_AND_GROCERIES: 'Alimentation',
  TRANSPORT: 'Transport',
  SHOPPING: 'Achats',
  ENTERTAINMENT: 'Loisirs',
  DONATIONS: 'Dons',
  FAMILY_SUPPORT: 'Soutien à la famille',
  EDUCATION: 'Études',
  MEDICAL_EXPENSES: 'Frais médicaux',
  GIFT: 'Cadeau',
  SALARY: 'Salaire',
  SAVINGS: 'Épargne',
  TRAVEL: 'Voyage',
  LOAN_REPAYMENT: 'Remboursement d’un prêt',
  UTILITY_BILLS: 'Factures',
  BUSINESS: 'Affaires',
  OTHER: 'Autre',
} as const satisfies Readonly<Record<string, string>>

export const frenchFundsSources = {
  SALARY: 'Salaire',
  BUSINESS_INCOME: 'Revenu d’entreprise',
  SAVINGS: 'Épargne',
  INVESTMENT_INCOME: 'Revenu de placements',
  PENSION: 'Pension',
  GIFT: 'Don reçu',
  INHERITANCE: 'Héritage',
  LOAN: 'Prêt',
  PROPERTY_SALE: 'Vente d’un bien',
  OTHER: 'Autre',
} as const satisfies Readonly<Record<string, string>>
