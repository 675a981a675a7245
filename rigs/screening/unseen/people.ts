// The list of the unseen set: persons of other origins, or with other names, than in the two other sets. No rule of the matcher was made
// for a name in it, and nothing is tuned on it: its figures say how the matcher does on what it was not made for.
import { type BlindPerson, personsOf } from '../blind/people.ts'

/** As in the table of the blind set. */
const table = `
congolese CD Anicet Lubandasha Mwalengembo
congolese CD Bertin Kitumbakazi Ngoyalembe
congolese CD Charles-Henri Mafutala Bolenzokwa
congolese CD Desire - Kapendwakulu
congolese CD Evariste Mbanzulula Tshiondoka
congolese CD Flavien Nsungilwa Mbokolombi
congolese CD Gustave Ekwalanga Iyombewale
congolese CD Hippolyte - Mukwabatondo
congolese CD Ildefonse Kasereng Bahatikulo
congolese CD Jacob Lukwesambi Nzungubula
congolese CD Kevin - Wabalenzuka
congolese CD Lambert Diangitukwa Mayangula
congolese CD Mathias Bwelongani Kyandalembo
congolese CD Nestor Tulombeka Sumbuleta
congolese CD Oscar - Mbwangakulo
congolese CD Placide Yangambikwa Lisongomela
congolese CD Theophile Mukendwala Tshiabungulu
congolese CD Urbain Kalombelwa Mutshindula
rwandan RW Alphonse - Nzabahungirwe
rwandan BI Bonaventure Ntirandeka Bucumigabo
rwandan RW Cassien - Rugwizangeyo
rwandan RW Donatien Mutabaruko Gahigimanzi
rwandan BI Etienne - Ndikubwayezu
rwandan RW Fulgence Kabagemazi Rwamasirabo
slavic RU Artyom Denisovich Zavyalchuk | Артём Денисович Завьяльчук | Artiom Denissovitch Zavialtchouk | Artjom Denissowitsch Sawjaltschuk
slavic RU Yaroslav - Tyukhtenkov | Ярослав Тюхтенков | Iaroslav Tioukhtenkov | Jaroslaw Tjuchtenkow
slavic RU Kirill Olegovich Shchepotkin | Кирилл Олегович Щепоткин | Kirill Olegovitch Chtchepotkine | Kirill Olegowitsch Schtschepotkin
slavic UA Taras - Dzhulianchuk | Тарас Джулянчук | Taras Djoulianchouk | Taras Dschuljantschuk
slavic BY Vitaly - Khatskevichonok | Виталий Хацкевичонок | Vitali Khatskevitchonok | Witalij Chazkewitschonok
slavic RU Semyon Ruslanovich Zhdankovsky | Семён Русланович Ждановский | Semion Rouslanovitch Jdankovski | Semjon Ruslanowitsch Schdankowskij
slavic RU Lev - Oyushminov | Лев Оюшминов | Lev Oiouchminov | Lew Ojuschminow
arabic SY Bassam Adnan al-Qutayfani | بسام عدنان القطيفاني | Bassam Adnane El Koteifani | Bassam Adnan Al Qutaifany
arabic IQ Muthanna Jasim al-Dharrabi | مثنى جاسم الضرابي | Mouthanna Djassem Eddharrabi | Muthana Jassim Al Dharaby
arabic LY Miloud Salim al-Zintawani | ميلود سالم الزنتواني | Milud Salem Zentaouani | Melood Salim Alzintawani
arabic YE Abd al-Malik Saddam al-Sabahani | عبد الملك صدام السبحاني | Abdelmalek Saddam Essabahani | Abdulmalik Saddam Alsabahani
arabic EG Wajdi Ramadan Ghunaymati | وجدي رمضان غنيماتي | Ouajdi Ramadane Ghoneimati | Wagdy Ramadan Ghonaimaty
arabic SD Tayyib Idris al-Kabbashuri | الطيب إدريس الكباشوري | Tayeb Idriss Kabbachouri | Al Tayib Idrees Al Kabashory
arabic LB Imad Fawzi Harfoushian | عماد فوزي حرفوشيان | Imed Faouzi Harfouchian | Emad Fawzy Harfushian
arabic DZ Yahya - Benkhaddoura | يحيى بنخدورة | Yahia Ben Khadoura | Yehya Bin Khaddura
arabic IR Parviz - Zandkarimpour | پرویز زندکریم‌پور | Parwis Zand Karimpour | Parveez Zandkarimpur
arabic IR Bahman - Golshanabadi | بهمن گلشن‌آبادی | Bahmane Golchanabadi | Bahman Gulshanabadi
arabic AF Najibullah - Hotakyarwal | نجیب‌الله هوتکیاروال | Nadjiboullah Hotakiarwal | Najib Ullah Hotakyarwal
western GE Zurab - Kvirikashvidze | ზურაბ კვირიკაშვიძე | Zourab Kvirikachvidzé | Surab Kwirikaschwidse
western AM Hrant - Tovmasyantsev | Հրանտ Թովմասյանցև | Hrant Tovmassiantsev | Grant Tovmasiantsev
western AL Besnik - Gjonbalajtari | Besnik Djonbalaitari | Besnik Gionbalajtari
western RS Velimir - Čolakovljević | Велимир Чолаковљевић | Velimir Cholakovljevic | Vélimir Tcholakovlievitch
western RO Ionuț - Țăranuvescu | Ionut Taranuvescu | Ionutz Tsaranuvescu
western HU László - Csőszvárkonyi | Laszlo Csoszvarkonyi | Laslo Choesvarkonyi
western TR Çetin - Gözüaçıkoğlu | Cetin Gozuacikoglu | Tchetin Gözuatchikoglu
western VN Nguyen Van Quyetchien | Nguyễn Văn Quyếtchiến | Nguyen Van Quyet Chien
western MM Kyaw Myint Swehtooaung | Kyaw Myint Swe Htoo Aung | U Kyaw Myint Swehtoo Aung
western CO Wilmer Alirio Buitragueño | Wilmer Buitragueno | Vilmer Alirio Buitragueño
western HN Ovidio Enrique Zelayandía | Ovidio Enrique Selayandia | Obidio Enrrique Zelayandia
western PT Anacleto João Quimbandala | Anacleto João Kimbandala | Anacleto Joao Quimbandalla
western AO Domingos Kiluanje Ndongalalu | Domingos Quiluange Dongalalu | Domingues Kiluange Ndongalalu
western NG Garba Sani Dankwambora | Garba Sani Ɗanƙwambora | Garba Sani Dan Kwambora
western CM Achille Blaise Ngouffoyem | Achille Blaise Nguffoyem | Ashille Blaise Ngoufoyem
western ER Tekle - Woldemikaelu | ተክለ ወልደሚካኤሉ | Teklé Woldemichaelu | Tecle Uoldemicaelu
`

export const unseenPersons = (seed: string): BlindPerson[] => personsOf(table, 'unseen', seed)
