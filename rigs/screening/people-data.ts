// The names from which the evaluation set is generated. Listed persons are invented: rare family names are made up
// in the style of each origin, and combined with given names. Unlisted persons have very common names.

const words = (text: string) => text.trim().split(/\s+/)
const pairs = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('/') as [string, string])

/** Congolese given names with their usual short forms. */
export const shortForms: Readonly<Record<string, readonly string[]>> = {
  Joseph: ['Jos', 'Joe'],
  Dieudonné: ['Dieudo'],
  Emmanuel: ['Manu'],
  Frédéric: ['Fred', 'Freddy'],
  Christian: ['Chris'],
  Alexandre: ['Alex'],
  Nicolas: ['Nico'],
  Gabriel: ['Gaby'],
  Samuel: ['Sam', 'Samy'],
  Patrick: ['Patou', 'Pat'],
  Dominique: ['Dom'],
  Théodore: ['Théo'],
  Floribert: ['Flory', 'Flori'],
  Godefroid: ['Godé'],
  Béatrice: ['Béa'],
  Véronique: ['Véro'],
  Élisabeth: ['Betty', 'Élisa'],
  Catherine: ['Cathy'],
  Augustin: ['Gus'],
  Barthélemy: ['Barth'],
  Ferdinand: ['Ferdi'],
  Ghislain: ['Ghis'],
  Maximilien: ['Max'],
  Valentin: ['Val'],
  Benjamin: ['Ben'],
  Daniel: ['Dany'],
  Robert: ['Bob'],
  Jacques: ['Jacky'],
  Édouard: ['Ed', 'Eddy'],
  Philippe: ['Phil'],
}

/** Names by which families and friends call somebody of a given name. */
export const petNames: Readonly<Record<string, readonly string[]>> = {
  Dieudonné: ['Dido', 'Didon'],
  Joseph: ['Jojo', 'Zef'],
  Emmanuel: ['Manu'],
  Frédéric: ['Freddy', 'Fred'],
  Alexandre: ['Sacha', 'Alex'],
  Nicolas: ['Nico', 'Colas'],
  Gabriel: ['Gaby'],
  Samuel: ['Samy', 'Sammy'],
  Patrick: ['Patou', 'Patcho'],
  Dominique: ['Domi', 'Doms'],
  Théodore: ['Théo', 'Doré'],
  Augustin: ['Gusto', 'Tino'],
  Ferdinand: ['Ferdi', 'Nando'],
  Benjamin: ['Benji', 'Ben'],
  Daniel: ['Dany', 'Danilo'],
  Robert: ['Bob', 'Bobby'],
  Jacques: ['Jacquot', 'Jacky'],
  Philippe: ['Phil', 'Philo'],
  Évariste: ['Eva'],
  Innocent: ['Inno'],
  Laurent: ['Lolo'],
  Ignace: ['Ignazio', 'Nacho'],
  Stéphane: ['Steph'],
  Gérard: ['Gégé'],
  Sébastien: ['Seb', 'Bastien'],
  José: ['Pepe', 'Pepito'],
  Ignacio: ['Nacho'],
  Fernando: ['Nando', 'Fer'],
  Rodrigo: ['Rodri'],
}

/** Rare family names with given names of men, and the countries of each origin. */
export const latinOrigins = {
  congolese: {
    countries: ['CD'],
    families: words(`
      Bwirambandu Kasulumika Tshibwalenga Ngandulola Mutombekwa Kyabulongo Sikulinzaba Mukanilwa Bitangalo Lushombwe
      Katengwaso Muhirwabu Nzabandora Kambulenge Tshikundula Bakandeja Lwabanzila Mpozayiko Ebondokali Ngomanzuka
      Mawapangulu Kibalondele Kizumbula Mulengezyo Byamubusha Shindanola Wabulakombe Ntakwinza Mugangulizi Kalumbwisha
      Lukambuzya Pungwelema Tambwishe Munganzeka Zihindulayo Kakwendeza Mushengezula Bulambozya Chirimwenge Kahindubwe
      Lubanzyola Masumbukwe Ndjolinkoy Bofandelo Ekangalobi Isombwangolo Lokandjola Bolukengoy Mbilingombe Ikolongonya
      Nsimbalweki Makyesengo Luzolawako Matondonzi Diasonkunda Kiangebemi Vangumbaku Lelombuta Phukutabwa Khondebula
    `),
    postnoms: words(`
      Luhandjula Kasenyebwa Tumbakola Mwilambwe Nkashamika Kalengulo Busanganya Lukwebosha Muzinganda Kitengyela
      Ntibonera Shamavuli Banyakuza Kaningini Wemboladi Bosekonya Manyengole Katshiolo Pandamwila Zozimbunga
    `),
    givens: words(`
      Joseph Dieudonné Emmanuel Frédéric Christian Alexandre Nicolas Gabriel Samuel Patrick Dominique Théodore
      Floribert Godefroid Augustin Barthélemy Ferdinand Ghislain Maximilien Valentin Benjamin Daniel Robert Jacques
      Édouard Philippe Sostène Evariste Germain Protais Célestin Faustin
    `),
  },
  rwandan: {
    countries: ['RW', 'BI', 'CD'],
    families: words(`
      Nsengimbonera Habyalindwi Munyakaramba Twagirabeza Ntirugabano Bizimungeri Ndagijimbazi Uwimbabazo Rwigamuheto
      Sebahinzira Nkurungabire Mugwanezira Kanyamibwiza Rutaganzora Nzeyimfura Bagozimura Mukeshingoma Hakuzimburi
      Ndayishimbo Niyongereka Ntahobaritse Gatetembura Semuhanuzi Kayibandari Rukundakuvu Murwanatenga Sindikuzima
      Ntaganzumwe Mpakanzira Barahinyuza
    `),
    postnoms: words('Rwabuhiga Nyiramana Semanzi Gahutuye Muhozaro Byirabo'),
    givens: words(`
      Innocent Callixte Ildephonse Tharcisse Aloys Gaspard Léonidas Sylvestre Straton Laurent Protogène Jean-Bosco
      Pacifique Ignace Déogratias Anastase
    `),
  },
  french: {
    countries: ['FR', 'BE', 'CF'],
    families: words(`
      Delavauterie Marchandoul Bressonnier Quentindre Vauquelaire Thibaudouin Lachassagnole Fontorbiac Guérindol
      Pélissandre Roquevillard Escoffidal Cazalbouques Montagnoul Desrochelles Villardieu Haudebourque Berthelousse
      Crozatignac Lemarchandel
    `),
    postnoms: words('Olivier Maurice Bertrand Hugues Régis Thierry'),
    givens: words(
      'Jean-François Stéphane Laurent Philippe Jérôme Gérard Frédéric Benoît Sébastien Jacques Étienne',
    ),
  },
  spanish: {
    countries: ['CO', 'VE', 'ES', 'MX'],
    families: words(`
      Etxebarrondo Zaldivarez Quiñonesa Ureñavilla Barrancabal Montealegría Cifuentesoro Arrizabalde Villaquirón
      Peñarrosal Goicorrotxea Zumalabe Huertavieja Caicedoro Valderramos Escobedal Iturralbide Manzanilludo
      Olivarejo Santandereño
    `),
    postnoms: words('Ruizabal Lopeteguia Marroquer Tejadillo Bolivarte Saldañosa'),
    givens: words(`
      José Ramón Hernán Álvaro Joaquín Esteban Rodrigo Ignacio Martín Fernando Gerardo Andrés Rubén Néstor Héctor
    `),
  },
  'west african': {
    countries: ['ML', 'BF', 'NE', 'CI', 'NG', 'SN'],
    families: words(`
      Ouandaogo Sawadjiba Tapsobango Koulibalou Sanankoua Diarrasso Kafandiogo Dembelinga Bagayogoro Tangarata
      Zoungranaba Ouangrawende Kompaorogo Ndiayegane Guissekou Thioubalo Okonkwola Adeyemiloro Chukwunezie Oluwadaresi
      Nwachukwelu Agbomadzi Kpatchavide Houngbedzi Ahouansenou
    `),
    postnoms: words('Tiékoura Amadingué Wendpanga Babatundé Ikennaya Yacoubade'),
    givens: words(`
      Souleymane Boubacar Issoufou Hamadoun Abdoulaye Seydou Bakary Mamadou Olusegun Chinedu Kouassi Kodjo Amadou
      Moussa Drissa
    `),
  },
  somali: {
    countries: ['SO', 'KE', 'ET'],
    families: words(`
      Warsamehage Dahirrane Gurraxumo Bulhaneye Shirdoonaw Cawaaleed Hirsiyare Farahgude Samatarow Jimcaaleno
      Guleedwar Xasanoyare
    `),
    postnoms: words('Nuurawle Liibanow Cigaalye Rooblewa'),
    givens: words('Abdi Mahad Yusuf Nuur Bashir Ismail Osman Guled Jama Farah'),
  },
} as const

/** Given names, patronymics and family names of Russians and Ukrainians in their own script. */
export const cyrillic = {
  countries: ['RU', 'UA', 'BY'],
  givens: words(`
    Борис Сергей Александр Юрий Евгений Дмитрий Анатолий Василий Константин Григорий Пётр Никита Геннадий Валерий
    Аркадий Вячеслав Тимофей Игорь Алексей Николай Фёдор Михаил
  `),
  patronymics: words(`
    Петрович Сергеевич Александрович Юрьевич Васильевич Николаевич Дмитриевич Анатольевич Игоревич Михайлович
  `),
  families: words(`
    Зубарюков Щербулинов Якушевкин Цыпленьев Хвостухин Журавихин Чеботарюк Шульгенцов Ореховянский Кужеленков
    Воробьенцев Жихарюков Пушкаренцев Бутенчуков Шолохницкий Яровенчук Гущинковский Рыжачевский Тютюнцев Мещерюков
    Хлебодаров Зайчуковский Юзефчуков Царюковский Чухломеев Жмуринцев Шапошнюк Ковшинский Ляпуничев Кривошеинцев
    Харчевихин Шишкаревский Цветаюков Бочкаренцев Чуприяненко Ющиненко Журбинский Хижнячук Щегольчук Якобчинский
    Твердохлюбов Скоробогатюк Подшивалюк Жеребчинов Чичканевский
  `),
  shortForms: {
    Александр: 'Саша',
    Сергей: 'Серёжа',
    Дмитрий: 'Дима',
    Михаил: 'Миша',
    Николай: 'Коля',
    Алексей: 'Алёша',
    Евгений: 'Женя',
    Константин: 'Костя',
    Анатолий: 'Толя',
    Василий: 'Вася',
    Юрий: 'Юра',
    Григорий: 'Гриша',
  } as Readonly<Record<string, string>>,
} as const

export const greek = {
  countries: ['GR', 'CY'],
  givens: words(
    'Γεώργιος Δημήτριος Κωνσταντίνος Χρήστος Ευάγγελος Αθανάσιος Παναγιώτης Θεόδωρος Στυλιανός Χαράλαμπος',
  ),
  families: words(`
    Χατζηθωμόπουλος Παπαγιαννακίδης Ψαρογιωργάκης Θεοχαρουδάκης Κουτσουμπογιάννης Ξενοδημητρίδης Γκιουλεκόπουλος
    Τσιμπουκέλης Χριστοφιλίδης Ζαχαροπουλάκης Φραγκογιαννέλης Ευθυμοπουλίδης Ντελημανώλης Μπαρμπαθανάσης
    Καραχαλιουδάκης Αγγελοκωστίδης Βουτσιναράκης Λυμπεροθεοδωρής Σκουφογιαννίδης Δραγουμανέλης
  `),
} as const

/** Spellings of one Arabic or Persian name, the list's first, and the name in its own script. */
export type Spelled = { spellings: readonly string[]; script: string }
const spelled = (text: string): Spelled[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [script = '', ...spellings] = line.split(';').map((part) => part.trim())
      return { script, spellings }
    })

export const arabicGivens = spelled(`
  محمد; Muhammad; Mohammed; Mohamed; Mohammad; Muhammed; Mohamad
  أحمد; Ahmad; Ahmed; Ahmet; Achmed
  عبد الرحمن; Abd al-Rahman; Abdul Rahman; Abdelrahman; Abdurrahman; Abderrahmane; Abdulrahman
  عبد القادر; Abd al-Qadir; Abdul Qader; Abdelkader; Abdulqadir; Abdel Kader; Abdul Kadir
  عبد العزيز; Abd al-Aziz; Abdul Aziz; Abdelaziz; Abdulaziz; Abdel Aziz
  عبد الكريم; Abd al-Karim; Abdul Karim; Abdelkrim; Abdulkareem; Abdel Karim
  عبد الله; Abdallah; Abdullah; Abdalla; Abdoullah; Abdoulah
  يوسف; Yusuf; Youssef; Yousef; Youssouf; Yousuf; Yusef
  خالد; Khalid; Khaled; Chalid; Khaleed
  حسين; Husayn; Hussein; Hossein; Hussain; Hussien
  حسن; Hasan; Hassan; Hassane
  عثمان; Uthman; Osman; Othman; Ousmane; Otman
  إبراهيم; Ibrahim; Ebrahim; Brahim; Ibraheem
  إسماعيل; Ismail; Ismael; Esmail; Ismaeel
  سليمان; Sulayman; Suleiman; Soliman; Slimane; Souleymane
  جمال; Jamal; Gamal; Djamal; Jamaal; Djamel
  شريف; Sharif; Cherif; Shareef; Chérif
  طارق; Tariq; Tarek; Tarik; Tareq
  فيصل; Faysal; Faisal; Faycal; Feisal
  زكريا; Zakariya; Zakaria; Zekeriya; Zakariyya
  ياسين; Yasin; Yassine; Yaseen; Yassin
  مصطفى; Mustafa; Mostafa; Moustapha; Mustapha; Moustafa
  نور الدين; Nur al-Din; Noureddine; Nuruddin; Nour Eddine; Nureddin
  صلاح الدين; Salah al-Din; Salaheddine; Salahuddin; Salah Eddine; Salahaddin
  عمر; Umar; Omar; Omer; Oumar
`)
export const arabicFamilies = spelled(`
  الحروني; al-Harruni; El Harrouni; Alharuni; Al Haruni; Harrouni
  المقراني; al-Muqrani; El Moukrani; Almukrani; Al Mokrani; Mokrani
  البلحاجوي; al-Belhajawi; El Belhadjaoui; Albelhajawi; Belhadjaoui; Al Belhajaoui
  الشمراخي; al-Shamrakhi; Al Chamrakhi; Alshamrakhi; El Chamrakhi; Shamrakhi
  القحطبي; al-Qahtabi; Al Kahtabi; Alqahtabi; El Qahtabi; Kahtabi
  الخزرجاني; al-Khazrajani; Al Khazradjani; Alkhazrajani; El Khazrajani; Khazrajani
  الجبوريني; al-Jubburini; Al Joubourini; Aljuburini; El Jabburini; Jubourini
  الدليماوي; al-Dulaymawi; Al Doulaimaoui; Aldulaimawi; El Dulaimawi; Dulaimawi
  التكريواني; al-Tikriwani; Al Tekriouani; Altikriwani; El Tikriwani; Tikriwani
  الزويتيني; al-Zuwaytini; Al Zouitini; Alzuwaitini; El Zouaytini; Zuwaitini
  الورفليوي; al-Warfaliwi; Al Ouarfaliwi; Alwarfaliwi; El Warfalioui; Warfaliwi
  القذافلي; al-Qadhafili; El Gaddafili; Al Kadhafili; Alqaddafili; Kadafili
  الصنعاوي; al-Sanaawi; Al Sanaaoui; Alsanawi; El Sanaawi; Sanaawi
  الحضرمائي; al-Hadramai; Al Hadhramai; Alhadramai; El Hadramay; Hadhramai
  البعلبكاوي; al-Baalbakawi; El Baalbekaoui; Albaalbakawi; Al Baalbakaoui; Baalbakawi
  الشويفاتي; al-Shuwayfati; El Choueifati; Alshuwaifati; Al Choueyfati; Choueifati
  الخورشيدي; al-Khurshidi; El Khourchidi; Alkhurshidi; Al Khorshidi; Khourchidi
  النصراوندي; al-Nasrawandi; El Nasraouandi; Alnasrawandi; Al Nasrawendi; Nasrawandi
  المرعشلي; al-Marashli; El Maraachli; Almarashli; Al Maraashli; Maraachli
  الحلبوني; al-Halbuni; El Halbouni; Alhalbuni; Al Halbony; Halbouni
  الدرعاوي; al-Daraawi; El Deraaoui; Aldaraawi; Al Daraaoui; Deraawi
  الرقاوندي; al-Raqawandi; El Rakaouandi; Alraqawandi; Al Rakawandi; Raqawandi
  الأنباروي; al-Anbarawi; El Anbaraoui; Alanbarawi; Al Anbaraoui; Anbarawi
  السامرجي; al-Samarji; El Samardji; Alsamarji; Al Samargi; Samarjee
  القيروانجي; al-Qayrawanji; El Kairouandji; Alqayrawanji; Al Kayrawanji; Kairouandji
  التلمسانوي; al-Tilimsanawi; El Tlemsanaoui; Altilimsanawi; Al Tlemsanawi; Tlemcenaoui
  الفاسيوري; al-Fasiyuri; El Fassiouri; Alfasiyuri; Al Fassyouri; Fassiyouri
  الغرداوي; al-Ghardawi; El Ghardaoui; Alghardawi; Al Gherdaoui; Ghardaoui
  الخرطماني; al-Khartumani; El Khartoumani; Alkhartumani; Al Khartoumany; Khartoumani
  الدارفوراوي; al-Darfurawi; El Darfouraoui; Aldarfurawi; Al Darfouraoui; Darfourawi
  العكاشيري; al-Ukashiri; El Oukachiri; Alukashiri; Al Okashiri; Oukashiri
  الطرابلساوي; al-Tarabulsawi; El Trabelsaoui; Altarabulsawi; Al Trabulsawi; Trabelsaoui
`)
export const persianGivens = spelled(`
  حسین; Hossein; Husayn; Hosein; Hussein
  محمود; Mahmoud; Mahmud; Mahmood
  علیرضا; Alireza; Ali Reza; Aliriza
  غلامرضا; Gholamreza; Gholam Reza; Golamreza
  مجتبی; Mojtaba; Mujtaba; Modjtaba
  فریدون; Fereydoun; Faridun; Fereidoon; Fereydun
  بهروز; Behrouz; Behruz; Behrooz
  قاسم; Qasem; Ghasem; Kasem; Qassem
  داوود; Davoud; Davood; Dawud; Davud
  سیاوش; Siavash; Siyavash; Siavoush
`)
export const persianFamilies = spelled(`
  دهقانپوران; Dehghanpouran; Dehqanpuran; Dehganpooran
  برزگرنژادی; Barzegarnejadi; Barzegar Nejadi; Barzgarnezhadi
  خراسانزاده; Khorasanzadeh; Khurasanzade; Khorassanzadeh
  قهرمانلویی; Ghahramanlouei; Qahramanlui; Ghahremanlooei
  شیرازیپور; Shirazipouran; Chirazipouran; Shirazipuran
  رفسنجانوند; Rafsanjanvand; Rafsandjanvand; Rafsanjanwand
  تبریزیانفر; Tabrizianfar; Tabriziyanfar; Tabryzianfar
  کرمانشاهیفر; Kermanshahifar; Kirmanshahifar; Kermanchahifar
  سلیمانیراد; Soleimanirad; Sulaymanirad; Soleymanirad
  جعفریانمهر; Jafarianmehr; Djafarianmehr; Jaafarianmehr
  موسویتبار; Mousavitabar; Musavitabar; Moosavitabar
  احمدوندی; Ahmadvandi; Ahmadwandi; Ahmedvandi
`)

/** Chinese names as characters and syllables: family, given. */
export const chinese = pairs(`
  庄晓青/Zhuang-xiao-qing 欧阳志强/Ouyang-zhi-qiang 钟秀泉/Zhong-xiu-quan 邱国璋/Qiu-guo-zhang 谢振雄/Xie-zhen-xiong
  蒋忠全/Jiang-zhong-quan 曹建勋/Cao-jian-xun 戴永祥/Dai-yong-xiang 崔景轩/Cui-jing-xuan 司马光灿/Sima-guang-can
  薛庆祖/Xue-qing-zu 郑继昌/Zheng-ji-chang 秦学忠/Qin-xue-zhong 彭志群/Peng-zhi-qun 潘兆雄/Pan-zhao-xiong
  邓启权/Deng-qi-quan 邹青山/Zou-qing-shan 夏志刚/Xia-zhi-gang 詹景峰/Zhan-jing-feng 诸葛永昌/Zhuge-yong-chang
  荀正泽/Xun-zheng-ze 廖炯坚/Liao-jiong-jian 臧全德/Zang-quan-de 柴振邦/Chai-zhen-bang 令狐清泉/Linghu-qing-quan
`)

/** Korean names in Hangul: family, given. */
export const korean = words(`
  김철룡화 박용식호 최영만규 정광혁준 강성택범 조병진훈 윤기봉석 장동춘렬 임천명걸 한웅필두 오재권섭 신평혁만
  권순철목 황도윤겸 전창복렬 고학경범
`)

/** Single names, under which some lists record persons. */
export const singleNames = words(`
  Ndarabusoye Mwanzambweka Zuberyatuka Kapitanzovu Sultaniyembe Makanikadzo Jeribowasha Bokaduramo Rastafarizo
  Kanyangarwa Djomolongwe Toroborolo Abuzarqanda Nkongolozo Karamazutso Shimirayembe Gedeonzowa Mulinzindaba
  Tangoforatsi Balukengwe Yakutumbola Delepalumbo
`)
