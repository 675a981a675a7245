// Very common names.

const words = (text: string) => text.trim().split(/\s+/)

/** Common names: shared by thousands of persons, and by list entries that no evasion is about. */
export const common = {
  families: words(`
    Mukendi Kabongo Ilunga Kalala Mbuyi Tshibanda Kasongo Mutombo Ngoy Banza Kabeya Ntumba Kapinga Lukusa Mulumba
    Kalonji Tshimanga Mwamba Kazadi Mpiana Kayembe Tambwe Nsimba Nzuzi Lelo Mbala Makiese Kambale Kasereka Muhindo
    Paluku Masika Bisimwa Cirhuza Mushagalusha Zihalirwa Byamungu Mulume Amisi Salumu Ramazani Shabani
    Lumumba Omari Bope Mikobi Bokungu Ekofo Bolamba Lokwa Ngandu Mwanza Kyungu Katumba Kitenge Mulongo Nkulu Mbayo
    Kisimba Kilufya Ngalula Mbombo Tshiala Biduaya Ngoma Phuati Mavungu Khonde Makaya Luemba Nlandu Matondo Luzolo
    Diakiese Kiala Massamba Manzambi Mayala
  `),
  men: words(`
    Jean Pierre Paul Patrick Alain Serge Guy Michel André Albert Léon Félix Bruno Didier Eric Franck Gilbert Hervé
    Hubert Jules Marcel Norbert Olivier Pascal René Roger Simon Trésor Vincent Arsène Yves Blaise Cédric Crispin
    Fiston Héritier Landry Moïse Élie
  `),
  women: words(`
    Marie Grace Esther Ruth Sarah Rachel Rebecca Jeanne Claudine Thérèse Bernadette Chantal Solange Sylvie Nadine
    Brigitte Odette Charlotte Mireille Francine Angélique Rosette Gisèle Aline Clarisse Dorcas Fabiola Gloria Hortense
    Joséphine Mamie Naomi Pascaline Rolande Séraphine
  `),
  foreign: {
    RU: [
      'Ivan Sergei Andrei Elena Olga Natalia',
      'Ivanov Petrov Sidorov Kuznetsov Popov Sokolov Lebedev Morozov',
    ],
    CN: ['Wei Min Jun Hua Fang Lei', 'Li Wang Zhang Liu Chen Yang Huang Zhao'],
    LB: ['Georges Elias Rania Nabil Samir Hala', 'Khoury Haddad Nassar Saab Gemayel Fares'],
    SN: ['Ousmane Fatou Ibrahima Awa Cheikh Aminata', 'Diallo Ndiaye Fall Diop Ba Sow Sarr Gueye'],
    IN: ['Rajesh Anita Sunil Priya Vijay Deepa', 'Patel Sharma Gupta Singh Kumar Shah Mehta'],
    FR: [
      'Isabelle Christophe Nathalie Julien Camille Thomas',
      'Martin Bernard Dubois Moreau Laurent Girard Roux',
    ],
    PT: ['João Maria António Ana Manuel Luísa', 'Santos Silva Ferreira Pereira Oliveira Costa'],
    US: ['John Mary James Linda Robert Susan', 'Smith Johnson Williams Brown Jones Miller Davis'],
    RW: [
      'Jean-Claude Aline Eric Diane Olivier Claudine',
      'Uwimana Habimana Mukamana Niyonzima Ndayisenga Hakizimana Uwase',
    ],
    UG: [
      'Moses Grace David Sarah Brian Doreen',
      'Okello Mugisha Nakato Ssempala Byaruhanga Akello Tumusiime',
    ],
    ZM: ['Chanda Mwila Joseph Ruth Kelvin Mutale', 'Banda Phiri Mulenga Zulu Tembo Chileshe Sakala'],
    TZ: ['Juma Neema Hamisi Asha Baraka Rehema', 'Mwinyi Mushi Kimaro Massawe Mollel Ngowi Swai'],
    EG: ['Mohamed Ahmed Fatima Amina Omar Khadija', 'Ali Hassan Ibrahim Mahmoud Saleh Farouk Mansour'],
  } as Readonly<Record<string, readonly [givens: string, families: string]>>,
} as const
