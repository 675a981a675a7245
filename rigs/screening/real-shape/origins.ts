// Names of the origins that the lists of OFAC and the UN have: given names and family names that many people of an origin have, most
// frequent first, and parts from which rarer ones are made. They are combined at random, so a full name is nobody's in particular.

export type Origin = {
  /** How many of a thousand listed persons are of it. */
  share: number
  /** How many of a hundred have one of the frequent family names. */
  frequent: number
  countries: readonly string[]
  givens: readonly string[]
  families: readonly string[]
  /** The beginnings, middles and ends of rarer family names. */
  parts: readonly [starts: readonly string[], middles: readonly string[], ends: readonly string[]]
}

const words = (text: string) => text.trim().split(/\s+/)
const parts = (starts: string, middles: string, ends: string): Origin['parts'] => [
  words(starts),
  ['', ...words(middles)],
  words(ends),
]

export const origins = {
  arabic: {
    share: 330,
    frequent: 30,
    countries: ['IQ', 'SY', 'YE', 'LB', 'LY', 'SA', 'EG', 'DZ', 'TN', 'SD', 'PS', 'KW'],
    givens: words(`
      Muhammad Ahmad Ali Hasan Husayn Abdallah Mahmud Khalid Ibrahim Umar Yusuf Mustafa Salih Said Abbas Hamid Karim Jamal Faysal Tariq
      Adil Nasir Walid Samir Majid Rashid Basim Bilal Hamza Isa Ismail Jabir Jasim Kamal Latif Mansur Marwan Mazin Munir Musa Nabil Nadir
      Nizar Qasim Raid Rami Riyad Sabri Saad Salam Salim Salman Shakir Sufyan Sulayman Tahir Talal Thamir Usama Uthman Wisam Yahya Yasin
      Yasir Zakariya Zayd Ziyad Ayman Anas Amir Akram Aziz Badr Bassam Daud Fadil Fahd Farid Fawzi Ghassan Habib Haytham Hisham Imad Iyad
      Jihad Khalil Luay Mahdi Muhsin Mujahid Mutasim Najib Nuri Ridha Sadiq Safwan Sami Shafiq Sharif Suhayl Tawfiq Wail Wasim Yunus Zuhayr
    `),
    families: words(`
      al-Hasan al-Ali al-Ahmad al-Husayn al-Jabburi al-Dulaymi al-Iraqi al-Shami al-Masri al-Libi al-Tunisi al-Jazairi al-Yamani al-Hashimi
      al-Zawi al-Tikriti al-Mansur al-Najjar al-Haddad al-Khatib al-Halabi al-Baghdadi al-Anbari al-Mawsili al-Harbi al-Qahtani al-Utaybi
      al-Shammari al-Ghamdi al-Zahrani al-Maliki al-Asadi al-Khalidi al-Saadi al-Rawi al-Samarrai al-Ani al-Qaysi al-Ubaydi al-Azzawi Hamdan
      Khoury Mansour Nassar Darwish Sulayman Mahfuz Barakat Salama Shahin Qasim Awad Saleh Zaydan Hijazi Sabbagh Bitar Sarkis Yazbek Rahal
    `),
    parts: parts(
      'al-Qa al-Da al-Sha al-Gha al-Ku al-Ru al-Fa al-Hu al-Ju al-Kha al-Mu al-Na al-Sa al-Ta al-Wa al-Zu al-Ba Bar Shal Qut Dug Ham Kan Mar Riz Tul Zug',
      'baq dar fash gham har jaw kad lab maz nush qar raf shal taq waz zur bur dhim fur ghan hil jab kur lum mizn nad qub rish sul tur',
      'i awi ani iti ouni ush al un',
    ),
  },
  persian: {
    share: 95,
    frequent: 30,
    countries: ['IR', 'AF'],
    givens: words(`
      Mohammad Ali Hossein Reza Mehdi Hassan Ahmad Amir Mahmoud Saeed Majid Hamid Abbas Javad Mohsen Mostafa Morteza Ebrahim Esmail Gholamreza
      Alireza Mojtaba Naser Masoud Behrouz Farhad Fereydoun Jamshid Kamran Kazem Khosrow Mansour Parviz Rahim Ramin Rostam Sadegh Siavash Vahid
    `),
    families: words(`
      Mohammadi Hosseini Ahmadi Karimi Rezaei Moradi Jafari Rahimi Hashemi Sadeghi Akbari Ebrahimi Kazemi Mousavi Ghasemi Soleimani Abbasi
      Heidari Rostami Tehrani Shirazi Esfahani Tabrizi Najafi Bagheri Salehi Zarei Norouzi Fathi Hakimi Amiri Khani Yousefi Noori
    `),
    parts: parts(
      'Deh Bar Kho Gha Shir Raf Ker Zan Meh Gol Far Bakh Sam Tav Ard Ham Qaz Sis Lor Yaz',
      'baz dar fan gish han jam kav lash mard naz par rost sham tab var',
      'i ani pour zadeh nejad far doost vand',
    ),
  },
  russian: {
    share: 210,
    frequent: 20,
    countries: ['RU', 'UA', 'BY'],
    givens: words(`
      Aleksandr Sergei Vladimir Andrei Aleksei Dmitry Igor Yuri Viktor Nikolai Oleg Mikhail Evgeny Konstantin Vasily Ivan Pavel Roman Anatoly
      Valery Boris Gennady Vyacheslav Maksim Denis Anton Ruslan Grigory Leonid Petr Stanislav Ilya Kirill Artem Timur Elena Olga Natalia
      Tatiana Irina Svetlana Ekaterina Anna Marina
    `),
    families: words(`
      Ivanov Petrov Smirnov Kuznetsov Popov Sokolov Lebedev Kozlov Novikov Morozov Volkov Pavlov Semenov Golubev Vinogradov Bogdanov Vorobyev
      Fedorov Mikhailov Belov Tarasov Zakharov Nikitin Orlov Makarov Andreev Kovalev Gusev Titov Kuzmin Baranov Kulikov Alekseev Stepanov
      Yakovlev Sorokin Sergeev Romanov Zaitsev Borisov Shevchenko Kovalenko Bondarenko Tkachenko Kravchenko Melnik Polyakov Antonov Filippov
    `),
    parts: parts(
      'Zu Shche Yaku Khvo Che Gu Ry Tyu Khle Yu Tsa Ko Lya Shi Bo Dro Gri Ka Lo Mo Ne Ple Do Us Fo Ro Su Tra Ye Ba',
      'bar blin ches dran fil galt khot kush lask mir nov pash rodn shkar sten tash tverd vert zhar lyp',
      'ov ev in sky enko uk yan tsov',
    ),
  },
  spanish: {
    share: 150,
    frequent: 50,
    countries: ['CO', 'MX', 'VE', 'HN', 'GT', 'CU', 'NI', 'EC'],
    givens: words(`
      Jose Juan Carlos Luis Jorge Jesus Miguel Francisco Pedro Manuel Antonio Rafael Fernando Alberto Javier Ramon Roberto Julio Oscar Hector
      Victor Eduardo Mario Sergio Ricardo Cesar Hugo Diego Alejandro Raul Arturo Gustavo Ivan Jaime Enrique German Gerardo Maria Ana Gloria
      Martha Rosa Sandra Claudia Patricia Luz Blanca Elena
    `),
    families: words(`
      Garcia Rodriguez Gonzalez Hernandez Lopez Martinez Perez Sanchez Ramirez Torres Flores Rivera Gomez Diaz Reyes Morales Cruz Ortiz
      Gutierrez Castillo Ramos Jimenez Ruiz Alvarez Mendoza Vargas Castro Romero Rojas Guzman Moreno Munoz Herrera Medina Aguilar Vega Soto
      Valencia Salazar Delgado Guerrero Espinoza Contreras Cardenas Zapata Restrepo Giraldo Ospina Velez Arango
    `),
    parts: parts(
      'Etxe Zal Quiñ Barr Mon Cif Arri Vill Peñ Zum Val Esc Bui Sal Urr Go Liz Men Oli Cai',
      'ber col dar fuen gar lan mur nal pir quis rod san tor vel zab',
      'ondo ez esa al ía edo alde ón',
    ),
  },
  chinese: {
    share: 55,
    frequent: 100,
    countries: ['CN', 'HK', 'TW', 'SG'],
    givens: words(
      'Wei Jun Ming Hua Yong Bin Tao Lei Feng Hui Ping Jing Qing Yan Liang Peng Jie Bo Chao Xin',
    ).flatMap((first) => [
      first,
      ...words(
        'guo qiang ping ming dong hai hua jun wen zhen lin gang chun shan de fei hong yu xia rong sheng cheng bao kun',
      ).map((second) => `${first}${second}`),
    ]),
    families: words(
      'Wang Li Zhang Liu Chen Yang Zhao Huang Zhou Wu Xu Sun Hu Zhu Gao Lin He Guo Ma Luo Liang Song Zheng Xie Han Tang Feng Yu Dong Xiao Cheng Cao Yuan Deng Fu Shen Zeng Peng Su Jiang Cai Ding Wei Pan',
    ),
    parts: parts('Zhuang Ouyang Zhong Qiu Situ Shangguan', '', 'g n'),
  },
  korean: {
    share: 45,
    frequent: 100,
    countries: ['KP'],
    givens: words(`
      Chol Yong-ho Song-il Kwang-su Myong-chol Tong-ho Chang-ho Hyon-u Kyong-il Jong-ho Sung-il Yong-su Il-guk Chun-il Kum-chol Kwang-ho Chol-su
      Hak-song Myong-hun Nam-chol Yong-chol Su-gil In-chol Sok-chol Jin-hyok Kyong-hak Won-ho Tae-song Yu-song Hyok-chol
    `),
    families: words(
      'Kim Ri Pak Choe Jong Kang Jo Yun Jang Im O Han Sin So Kwon Hwang An Song Ryu Hong Jon Ko Mun Yang Son Pae Paek Ho No Nam',
    ),
    parts: parts('Kim Ri Pak', '', 'm'),
  },
  balkan: {
    share: 40,
    frequent: 40,
    countries: ['RS', 'BA', 'HR', 'ME', 'MK'],
    givens: words(
      'Milan Dragan Zoran Goran Slobodan Radovan Nebojsa Miroslav Vladimir Predrag Dejan Bojan Branko Ljubisa Momcilo Milorad Stojan Zeljko Vojislav Nikola Petar Darko',
    ),
    families: words(
      'Jovanovic Petrovic Nikolic Markovic Djordjevic Stojanovic Ilic Stankovic Pavlovic Milosevic Savic Popovic Kovacevic Lukic Simic Babic Todorovic Mitrovic Radic Tomic',
    ),
    parts: parts(
      'Susnj Drag Krst Vuj Rad Milj Obr Zdr Gvoz Ceran',
      'ar an en ad oj',
      'ovic evic ic anovic inac',
    ),
  },
  african: {
    share: 35,
    frequent: 30,
    countries: ['CD', 'RW', 'SO', 'SS', 'CF', 'ML', 'NG', 'BI', 'UG', 'ZW'],
    givens: words(
      'Jean Joseph Emmanuel Laurent Innocent Sylvestre Bosco Ignace Faustin Callixte Mathieu Germain Gabriel Felix Robert Paul Peter James Moses Abdi Yusuf Mohamed Hassan Ahmed Ibrahim Moussa Amadou Ousmane',
    ),
    families: words(
      'Mutombo Kabila Ngoy Katumba Habimana Nzeyimana Hakizimana Bizimana Ntawari Deng Garang Mayardit Okello Odhiambo Warsame Farah Abdi Aden Traore Diallo Toure Coulibaly Moyo Ncube Chihuri Mnangwa',
    ),
    parts: parts(
      'Bwi Nga Mu Ka Tshi Nda Nse Hab Ruka Mba Kya Lu Nzi Gata Sibo',
      'ran mba gira nzu lako ndu yimu shu',
      'banda mana gira nga bura mwe kana zi ye bo ndule',
    ),
  },
  southAsian: {
    share: 25,
    frequent: 50,
    countries: ['PK', 'AF', 'IN', 'BD'],
    givens: words(
      'Muhammad Abdul Haji Mullah Maulana Qari Hafiz Amir Gul Noor Zahid Tariq Asif Imran Iqbal Javed Khalil Rashid Sajid Zafar Najib Sher Rahman Aziz Jalal',
    ),
    families: words(
      'Khan Ahmed Hussain Malik Butt Chaudhry Qureshi Sheikh Shah Akhtar Haqqani Akhund Zadran Noorzai Barakzai Popal Achakzai Mehsud Afridi Bhatti Rana Saeed Rehman Mansoor Wardak',
    ),
    parts: parts(
      'Zadr Barak Hotak Wazir Mangal Shinwar Torgh Khark Alokoz Jadr Sabaw Gurbaz Tanaw Safid Kakar Marwat Bangash Yousaf Durr Lodhr',
      'um in',
      'zai ani wal khel yar oi',
    ),
  },
  other: {
    share: 15,
    frequent: 50,
    countries: ['TR', 'MM', 'PH', 'DE', 'FR', 'GB', 'IE', 'TH'],
    givens: words(
      'Mehmet Mustafa Ali Kyaw Aung Min Hla Jose Thomas Michael Peter John Hans Pierre Patrick Sean Kevin Somchai Prasert Emre Murat',
    ),
    families: words(
      'Yilmaz Demir Celik Kaya Hlaing Myint Thein Oo Santos Reyes Cruz Muller Schmidt Martin Bernard Murphy Kelly Smith Jones Srisai Wongsa',
    ),
    parts: parts(
      'Kuc Swe Gro Tour Sri Wong Betan Obi',
      'uk th nt ang or',
      'oglu aung mann elange chai sorn son ran',
    ),
  },
} as const satisfies Readonly<Record<string, Origin>>

/** Words of which names of companies, ships and groups consist. */
export const companies = {
  own: words(`
    Noor Falcon Zagros Caspian Horizon Orient Vostok Ural Baltic Atlas Sahara Cedar Jasmine Pearl Crescent Delta Omega Sigma Titan Nova Kivu
    Tigris Euphrates Damascus Aleppo Shahid Pars Kish Arvand Alborz Kavir Pyongyang Korea Ryonbong Sungri Estrella Norte Pacifico Andina Sierra
    Meridian Ocean Star Golden Silver Blue Red Northern Eastern United National Global Trans Inter Euro Asia Gulf Levant Amur Volga Don Lena
  `),
  trades: words(
    'Trading Shipping Petrochemical Oil Gas Steel Aviation Marine Construction Investment Holding Electronics Industries Logistics Exchange Mining Bank Insurance Foundation Research Design Machine Transport Energy Import Export Technology',
  ),
  forms: [
    'LLC',
    'Company',
    'Co.',
    'Ltd',
    'Limited',
    'Group',
    'OOO',
    'S.A. de C.V.',
    'GmbH',
    'Corporation',
    'Organization',
    'FZE',
    'AO',
    'S.A.',
    'Inc',
  ],
}
