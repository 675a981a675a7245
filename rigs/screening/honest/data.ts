// Names that only unlisted persons have in the evaluation set.

const words = (text: string) => text.trim().split(/\s+/)

/** Two common family names a letter or two apart: two families, not two spellings of one. */
export const nearFamilies = words(`
  Kabongo/Kasongo Mukendi/Mukenge Mulumba/Lumumba Banza/Banda Mbala/Mbaya Mwamba/Mwanza Katumba/Kasumba Mukeba/Mukena
  Kabamba/Kabanga Kalenga/Kalemba Kapenda/Kapemba Nkulu/Nkumu Kasongo/Katongo Kalonda/Kalonga Mulamba/Mukamba Mbayo/Mbaya
  Tshibangu/Tshibanda Kanda/Kanza Kayembe/Kayumba Kabuya/Kabeya Kalombo/Kalonji Mutamba/Mutombo Mukeba/Muteba
  Mulongo/Malonga
`).map((pair) => pair.split('/') as [string, string])

/** Family names with an apostrophe or a particle, as documents write them. */
export const withApostrophes = words(
  "N'Goma N'Sele M'Bala N'Landu N'Kulu M'Vula N'Zuzi T'Shala N'Simba M'Poyi L'Okwa D'Zuba",
)
export const withParticles = [
  'Kyungu wa Kumwanza',
  'Ilunga wa Ilunga',
  'Banza wa Banza',
  'Kalonji ya Mulopwe',
  'Mwamba wa Mwamba',
  'Ngoy wa Ngoy',
  'Kabongo ya Ntanda',
  'Tunda ya Kasende',
  'Mutombo wa Mutombo',
  'Kazadi wa Mulumba',
  'Mbuyi de Kalonji',
  'Kitenge ya Kasongo',
]
export const doubleGivens = words(`
  Jean-Pierre Jean-Paul Jean-Claude Jean-Marie Marie-Claire Marie-Louise Anne-Marie Marie-Jeanne Jean-Robert Jean-Luc
  Marie-Thérèse Rose-Marie Pierre-Paul Marie-Paule Jean-Baptiste
`)

/** Names in their own script, common there and on no list. */
export const otherScripts = {
  Cyrillic:
    'Иван Смирнов|Ольга Морозова|Андрей Волков|Елена Соколова|Павел Козлов|Наталья Новикова|Олег Лебедев|Анна Зайцева|Виктор Орлов|Ирина Белова|Роман Громов|Тарас Мельник|Оксана Бондаренко|Богдан Кравченко',
  Arabic:
    'سمير حداد|ليلى منصور|كريم بن علي|هدى النجار|رامي الخطيب|سلمى فارس|نبيل عيسى|مريم الشامي|وليد درويش|عادل قاسم|رانيا سعيد|هالة زيدان|جورج خوري|إلياس سركيس',
  Chinese: '王伟|李娜|张敏|刘洋|陈静|杨帆|黄磊|赵丽|周杰|吴霞|徐涛|孙梅|马超|朱婷',
  Amharic: 'አበበ ከበደ|አልማዝ ተስፋዬ|ተስፋዬ ገብሬ|ሰላም በቀለ|ዳዊት ታደሰ|ሃና ወልደ|ብርሃኑ ደሳለኝ|ሙሉጌታ አለሙ|ፀሐይ መኮንን|ኃይሉ አየለ',
  Greek:
    'Νίκος Παππάς|Μαρία Νικολάου|Γιάννης Βλάχος|Ελένη Οικονόμου|Πέτρος Μακρής|Σοφία Λάμπρου|Κώστας Καραγιάννης',
  Korean: '이민호|박서연|김지훈|최수진|정유진|한지민|오세훈',
} as const

/** Words that occur in a listed byname and are also names of unlisted persons. */
export const bynameWords = words('Simba Machozi Kifaru Moto Chuma Mzee')

/** A man's given name and a similar woman's name: two persons, however alike the letters. */
export const manAndWoman = words(`
  Michel/Michelle Christian/Christiane Martin/Martine Joseph/Joséphine Jean/Jeanne Paul/Pauline Daniel/Danielle
  Simon/Simone Patrick/Patricia Victor/Victorine Célestin/Célestine Albert/Albertine Claude/Claudine Léon/Léonie
  Sylvain/Sylvie Alain/Aline Henri/Henriette François/Françoise Pascal/Pascaline Bernard/Bernadette
`).map((pair) => pair.split('/') as [string, string])

/** Congolese family names in their phonetic spellings. */
export const spellingsByEar = words(`
  Ngoy/Ngoie/Ngoyi Tshibanda/Cibanda/Chibanda Mukendi/Mukendy Tshimanga/Chimanga/Cimanga Mwamba/Muamba Mbuyi/Mbuyyi/Mbuy
  Kasongo/Kassongo Mulumba/Muloumba Kazadi/Kasadi Lukusa/Loukousa/Lukousa Mwanza/Muanza Tshiala/Ciala/Chiala
  Kabeya/Kabeyia Kalonji/Kalondji Ilunga/Ilounga Mutombo/Moutombo Mpoyi/Mpoy Tshilumba/Cilumba/Tchilumba Luba/Louba
  Ntumba/Ntoumba Kitenge/Kitengue Nkulu/Nkoulou Muhindo/Mouhindo Massamba/Masamba Bukasa/Boukassa/Bukassa
  Tshikuku/Cikuku Shabani/Chabani Phuati/Puati Tshisekedi/Cisekedi Kanyinda/Kanyinnda Makiese/Makiesse Cirhuza/Ciruza
  Bisimwa/Bissimwa Mushagalusha/Muchagalusha Kwete/Kuete Kapinga/Kapynga Djuma/Juma Omari/Omary Salumu/Saloumou
`)

/** Family names that start alike and are nevertheless different. */
export const beginAlike = words(`
  Kabila/Kabasele Mukendi/Mukeba Kasongo/Kasereka Tshibanda/Tshisekedi Lumumba/Lumbala Kalonji/Kalala Ngandu/Ngoma
  Kabeya/Kabongo Mukadi/Mukanya Ngalula/Ngandu Mbuyi/Mbombo Kapinga/Kapend Mulumba/Mulongo Tshimanga/Tshilombo
  Makiese/Makaya Matondo/Matumona Kambale/Kamwanya Bolamba/Bokungu Masika/Massamba Mutombo/Mutshipayi
`).map((pair) => pair.split('/') as [string, string])
