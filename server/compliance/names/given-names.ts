// Given names used in the Congo, with their short forms and the forms of other languages. A name not listed here counts
// as a family name, which only makes comparisons stricter.

/** Format: name: its short forms / other spellings and the forms of other languages. */
const forms = `jose: pepe pepito; ignacio: nacho / ignace ignazio; fernando: nando fer; ferdinand: nando; robert: bobby bob; sebastien: bastien seb / sebastian; patrick: patcho patou;
rodrigo: rodri; theodore: dore; gabriel: gabi; francisco: paco pancho; enrique: quique; eduardo: lalo; alexandre: alexo; christian: chrichri; stephane: steph;
igor: / ihar ihor; sergei: / siarhei serhiy serhii sergej; dmitri: / dzmitry dmytro dmitry dmitriy dimitri; aleksandr: sasha / aliaksandr oleksandr alexander aleksander;
evgeny: zhenya / yevgeny yauhen yevhen evgeni evgueni jewgeni eugene eugen; mykola: / mikalai nikolai; vladimir: / uladzimir volodymyr wladimir; mikhail: / mykhailo mihail michail;
pavel: pasha / pavlo pawel; andrei: / andrij andriy andrej andrzej; yuri: yura / yury iurii jurij yuriy; pyotr: petya / petr petro piotr; gleb: / hleb; oleg: / oleh aleh; ruslan: / ruslan;
dieudonne: dido didon dieudos / deodatus deodat adeodat deusdedit; faustin: / faustino faustinus; justin: / justino justinus; constantin: / constant konstantin; antoinette: / antonia antonieta;
raymond: / ramon raimundo; guillaume: / guglielmo gulielmus; callixte: / callixtus kalisti calixto calixte; steven: / steve stephen steeve; hussein: / hocine houcine huseyin husein;
reza: / riza; qasem: / ghasem kasem qassem qasim gassim kacem; yahya: / yehia iahia; zvonimir: zvonko; wojciech: / voytsekh wojtek; athanasios: / athanase athanasius;
mukhtar: / moukhtar mokhtar muktar; 
barthelemy: barth bart / bartholomew bartolome; maximilien: max maxi / maximilian massimiliano; danielle: dany dani;
daniel: dany danny dan; evgeny: zhenya jenya genya / yevgeny evgueni evgenij evgeni yevgeni; anatoly: tolya tolik / anatoli anatolij anatole anatol;
konstantin: kostya; aleksandr: sasha sacha shura sanya; aleksandra: sasha; mikhail: misha; dmitry: dima mitya / dmitri dmitrij dimitri dimitrios dmitriy;
nikolai: kolya / nikolay nikolaj; ivan: vanya; sergei: seryozha serezha / sergey sergej serguei; vladimir: volodya vova / wladimir;
aleksey: alyosha alesha lyosha / aleksei alexei aleksej; pavel: pasha; yuri: yura / yury iouri juri yuriy jurij; boris: borya / borys; grigory: grisha / grigori grigorij;
petr: petya; vasily: vasya / vasili vasilij vassili basile; stanislav: stas / stanislaw; vyacheslav: slava / viatcheslav wjatscheslaw vjaceslav;
maxim: max / maksim; roman: roma; igor: gosha; oleg: / olegh; viktor: vitya; andrei: andryusha / andrej; fedor: fedya / fyodor fjodor;
ilya: ilyusha / ilia ilja; leonid: lyonya; gennady: gena / gennadi gennadij; valery: valera / valeri valerij; arkady: arkasha / arkadi arkadij;
charalampos: babis haris / haralambos charalambos kharalabos haralabos; georgios: giorgos yorgos; dimitrios: dimitris mimis; konstantinos: kostas dinos;
panagiotis: panos takis; ioannis: yannis giannis; evangelos: vangelis; nikolaos: nikos; athanasios: thanasis; spyridon: spyros;
abdallah: / abdullah abdalla abdulla abdillah; abdul: abdou / abdel abdal abdoul abdu; aboubakar: / abubakar abubacar boubacar;
ahmed: / ahmad hamed achmed ahmet; amadou: / ahmadou amadu; hamza: / hamzah; hasan: / hassan hassane;
ismail: / ismael ismaila smail; issa: / isa eissa; juma: / jumaa djuma djouma; khalid: / khaled halid;
mahmoud: / mahmud mahmood; mustafa: / mustapha moustapha moustafa; omar: / umar oumar; rashid: / rachid rasheed;
ousmane: / osman usman othman uthman ousman; said: / saeed saidi sayid; salim: / selim saleem; tariq: / tarek tarik;
nureddine: / nourredine noureddine nuruddin nureddin nuraldin; saifeddine: / saifuddin seifeddine sayfaldin saifaldin;
salaheddine: / salahuddin salahaldin saladin; yasin: / yassine yaseen yassin; yunus: / younes younis yunis; zubair: / zoubair zubeir;
adolphe: adol; adrien: adri / adrian; agnes: / agnese; aime: / emery; alain: / alan allan;
albert: bertin berto / alberto; albertine: bertine tina;
alexandre: alex sacha alexa / alexander aleksandr alexandros; alexis: alex / aleksey alexei alexey;
alfred: fred / alfredo; ali: / aly; alphonse: fonse / alfonso alphonso; alphonsine: fonsine;
ambroise: / ambrose; andre: dede / andrew andreas andrei andrey; angel: ange; angele: ange;
angelique: ange angel; anne: ana annie / hanna hannah anna anya;
antoine: tony toine anto / anthony antonio anton antony; antoinette: toinette nana; apollinaire: apo;
aristote: aris; armand: mando / armando; arnold: arno; arthur: / arturo; athanase: thana;
auguste: / august augusto; augustin: gusto / augustine agustin; aurelie: lily; baudouin: baudoin bodo;
beatrice: bea beatrix / beatriz; benedicte: bene / benedicta; benjamin: ben benja; benoit: / benedict;
bernadette: berna nadette; bernard: berna nana / bernardo bernhard; berthe: / bertha; bertrand: bert;
bienvenu: bien bienve; boniface: boni; brigitte: bibi gigi / bridget; caroline: caro carol / carolina;
catherine: cathy cath kate katy / katherine katarina catherina ekaterina; cecile: cecil / cecilia;
celestin: celes; cesar: / caesar; chadrac: / shadrack; chantal: chanty chacha;
charles: charly charlie / carlos karl carl; charlotte: charlie chacha lolo; christelle: christ chris;
christian: christ chris; christiane: christ chris; christine: christ chris tina / christina kristina;
christophe: christ chris tof / christopher kristof cristobal; clarisse: clara / clarissa; claude: claudio;
claudine: clody; clement: clem / clemente; clementine: clem; constant: / constantin konstantin;
cyrille: / cyril kirill; daniel: dan dani danny; david: dav dave / daoud dawud dawood daud;
deborah: debo debora debby; delphine: delph; denis: deni / dennis; deogratias: deo; didier: didi;
dieudonne: dieudo dieu donne; dieumerci: dieu merci; dominique: domi dom / dominic domingo;
dorcas: doudou dodo; dorothee: doro / dorothy; edmond: / edmund; edouard: edo ed eddy / edward eduardo;
eddy: / eddie; elie: eli / elias eliya ilya ilyas;
elisabeth: elisa beth betty lisa eli zabeth babeth / elizabeth elisabetha yelizaveta; elisee: / elisha;
emile: / emil emilio; emilie: / emily; emmanuel: manu emma mani / immanuel manuel emanuele;
emmanuelle: manu emma; ephraim: / efraim; eric: / erik; ernest: / ernesto; esperance: espe;
esther: esthy / ester; etienne: tiennot / stephen steven esteban; eugene: genge / eugenio evgeny;
eugenie: genie; evariste: eva; eve: eva; evelyne: / eveline evelyn; ezechiel: eze / ezekiel;
fabien: fab / fabian; fabrice: fab; fatima: fatou fati / fatma fatimah fatouma; felix: fely / feliks;
ferdinand: ferdi / fernando fernand; florence: flo flora; florent: flo; floribert: flory flo;
fortunat: forto; francine: france; francis: franck; franck: / frank;
francois: franco fanfan / francesco francisco franz; francoise: fanfan franca;
frederic: fred freddy / frederick friedrich federico; freddy: / fredy;
gabriel: gaby gab / jibril djibril gabriele; gabrielle: gaby; gauthier: / walter gautier;
gedeon: gede / gideon; genevieve: gege ginette; georges: geo jojo / george jorge georg georgi yuri;
georgette: geo jojo; gerard: gege / gerardo gerhard; ghislain: ghis; ghislaine: ghis; glodie: glo;
gloire: glo; gloria: glo; godefroid: gode / godfrey gottfried; grace: gracia;
gregoire: greg / gregory grigory; guillaume: guy willy / william wilhelm guillermo;
gustave: gusto / gustavo; heritier: heri; helene: lene leni / helena elena helen;
henri: riri / henry heinrich enrique; henriette: riette; hugues: / hugo;
hussein: / hossein husayn hussain husain hosein houssein; ibrahim: ibra / abraham ibrahima avraham;
ignace: / ignacio ignatius; innocent: inno; isaac: isa / ishak isaak;
isabelle: isa belle / isabel isabella; jacob: / yakub yaqub jakob iakov; jacqueline: jacky jaqui;
jacques: jacky jacquot / james jaime giacomo diego;
jean: jeannot jano yoyo / john juan johannes giovanni ivan yohana yohane johan jan yahya joao;
jeanette: / jeannette janet; jeanne: jeannette / jane joan juana johanna; jeancy: / jancy;
jeremie: jere / jeremiah jeremy yeremia; jessica: jess; joachim: / joaquin; jonathan: jo jona nathan john;
joseph: jos jo joe jef zef jojo / josef jose yusuf yousef youssef yosef giuseppe yusufu;
josephine: jo josee fifi jojo / josefina; josiane: jos; josue: / joshua yoshua; jude: / judas;
judith: judi; jules: julot / julio; julie: / julia yulia; julien: ju / julian; julienne: ju; juvenal: juve;
kevin: kev; laurent: lolo / lawrence lorenzo; lea: / leah; leon: / leo leone lev;
leonard: leo / leonardo leonid; liliane: lili lily / lilian; louis: loulou / luis luigi ludwig lewis;
louise: loulou / luisa; luc: lucas / luke luka lucas; lucie: / lucy lucia; lydie: / lydia;
madeleine: mado madi / magdalena; marc: marco / mark marcus marko marcos; marcel: / marcello;
marguerite: margo maggy / margaret margarita; marie: mary mimi manyi / maria mary maryam mariam;
marthe: martha; martin: / martino; mathieu: mat / matthew matthieu matteo mateo matayo;
maurice: / moritz mauricio; maxime: / maxim; mechak: / meshack; melanie: mela; merveille: merve;
michael: mike mick; michel: miche mich mitch / michael miguel mikhail mikael michal; micheline: miche;
mireille: mimi mire;
mohamed: momo mo / mohammed muhammad mohamad mohammad muhammed muhamad muhamed mehmet mohamadou mahomet;
moise: mozi / moses musa moussa; monique: mo; nadege: nad; nadine: nad; naomie: nao / naomi noemi noemie;
nathalie: nath / natalia natalie; nicolas: nico colas / nicholas nikolai nicola nikolay; nicole: nico;
nicodeme: nico; noe: / noah nuh; noella: noelle; norbert: nono; olivier: oli olive / oliver;
pacifique: paci; pascal: pasco / pasquale pascual; pathy: pat; patience: pati;
patrick: pat patou / patrice patricio; patrice: pat; patricia: pat paty;
paul: popaul / pablo paolo pavel paulo; pauline: popo; petronie: petro; philemon: phil;
philippe: phil / philip felipe filip filippo; philomene: philo mena;
pierre: pierrot / peter pedro petro pietro petr pyotr piotr boutros; plamedi: pla; rachel: rach / rahel;
raoul: / raul; raphael: raph / rafael; rebecca: beca / rebekah; regine: / regina;
richard: richy rich / ricardo; robert: bob rob roby / roberto; roger: / rogerio; roland: / orlando rolando;
romain: / roman; rosalie: rosa; rose: rosy; ruth: ruthy;
salomon: salo / solomon sulaiman suleiman souleymane suleyman; samuel: sam samy / samuele; sandra: sandy;
sarah: sara; sebastien: seb / sebastian; serge: sergio / sergei sergey; simon: sim / simeon; solange: soso;
sophie: so / sofia sophia; stanislas: stan; stephane: steph / stephan stefan; stephanie: steph fanny;
suzanne: suzy / susan susanna susana; sylvestre: syl; sylvie: syl; tatiana: tati;
theodore: theo / fyodor teodoro; theophile: theo; therese: thethe / theresa teresa; thierry: thier titi;
thomas: tom tommy / tomas tomaso; timothee: tim timo / timothy timoteo; tresor: tre; valentin: val;
valerie: val; vanessa: vava; veronique: vero / veronica; victor: vic / viktor vittorio;
vincent: vince / vicente vincenzo; viviane: vivi; vladimir: vova volodia; xavier: / javier; yannick: yann;
yolande: yoyo; zacharie: zach zaka / zachary zakaria zacharia`

/** Given names that have no other forms. */
const petNames = `antoine: toto; arnold: nono; norbert: nono; lucien: lulu; lucie: lulu; louise: lulu; paul: popol polo; pauline: popol; pierre: pepe peto;
christian: kiki; christelle: kiki; elisabeth: zaza lisette; isaac: zaza; dorcas: dodo; dominique: dodo; joseph: zeph; emmanuel: mano; jeanpierre: jeanpi jpe jipe;
jeanbaptiste: jeanba jibe; jeanclaude: jeancy jece; jeanmarie: jeanma jimmy; fidele: fifi fidel; beatrice: betty; therese: tete terry; francoise: fafa; victoire: vicky`

const plain = `
adil adel nasir walid waleed samir majid rashid basim bassem jabir jasim kamal latif marwan mazin mazen munir mounir nabil nadir nizar raid
rami riyad sabri saad salam salim salman shakir sufyan tahir taher talal thamir wisam wissam zayd zaid ziyad ziad ayman anas akram badr bassam
fadil fahd farid fawzi ghassan habib haytham iyad jihad luay mahdi muhsin mujahid mutasim najib nuri ridha sadiq safwan sami shafiq suhayl
tawfiq wail wael wasim zuhayr hani tamer ashraf amr alaa hazem khaldun laith luqman maher muntasir murad mutaz nashat qusay raed rafiq ramzi
sinan taysir turki wahid yazid zahir mehdi javad mohsen morteza masoud behrouz farhad jamshid kamran kazem khosrow parviz rahim ramin rostam
siavash vahid arash babak bahram darius farid hamidreza iraj kaveh kourosh mehran milad naser omid payam rouhollah sajjad shahram soheil
asif imran iqbal javed sajid zafar zahid nadeem naveed pervez shahid waqar

senior jamil abigael baptiste aline adele adelard adeline adeodat adrienne agathe aicha alice alida alphonsine amandine amedee amelie anastasie anicet anselme antonin
apolline arlette armel arsene astrid aubin audrey aurore axel bastien benita berenice bernardin bertin blaise blandine bonaventure brice bruno
camille carine carmel cassandre cedric celine cesarine chance christabel clarice claudette claudia clemence clotilde clovis colette constance
constantin corentin corneille cosme crepin crispin cyprien dady damase damien danny darius debora delphin denise desire desiree diane dieubeni divine
djamba dominic donald donatien donat doris edith edgard edwige eleonore eliane eliezer elodie elvis emerance emerite enoch eraste erick ernestine estelle
eudoxie eulalie euloge eunice euphrasie eusebe faida fabiola fabienne fanny faustin faustine felicien felicite fernand fiston firmin flavien flavie
flavia fleury floriane francine fridolin fulbert gaelle gael gaetan gaston gaudence genese gentil georgine geraldine germain germaine gervais gilbert gilberte
gilles giresse gisele godelieve guylain guylaine gyslain hardi harmonie hector heloise henoc henriette herman hermes hermine herve hilaire
hippolyte honore honorine hortense hubert huguette hyacinthe igor ildephonse immaculee ines irene iris isidore israel ivette jacquie janvier jeannine
jeannot jephte jeremy jerome jocelyn jocelyne joel joelle johnny jolie jordan jordy josias josephat josette judicael juliette junior justin justine justina
kathy kelly keren kevine kezia landry laetitia laure laurence laurette lazare leaticia leocadie leonce leonie leontine leopold liliane lina linda
lionel lisette lucien lucienne ludovic lydia mado magloire maguy malachie mamie manasse marceline marcelline marcellin marianne marielle marien marinette
marlene martial martine mathilde matthias maurille mauricette maxence mechack medard melchior melissa messie michaella mignonne mimie modeste morgan myriam
nadia naomi narcisse natacha nathan neema nelly nelson nestor nicaise nicolette noel noelie noemie norbertine octave odette odile odilon olga olive olivia
olivine ornella orphee oscar pamela papy parfait pascaline patient paulin paulette perpetue peguy pelagie perside petronille pierrette placide precieuse
prince prisca prosper prudence quentin raissa raphaelle raymond raymonde reagan regis reine remy renate rene renee reuben richarde rigobert robertine
rodolphe rodrigue rogatien rolande rolly romeo romuald rosalinde rosette rosine ruben ruphin sabine sabrina safi salem samson sandrine saturnin
scholastique seraphin seraphine severin severine sidonie simeon simone solange sonia stella sylvain sylvana symphorien telesphore thaddee tharcisse theodora
theodorine theogene theoneste tite toussaint trinite tryphon ulrich urbain urielle valentine vianney victoire victoria victorien victorine vincent
violette virginie viviane vital wilfried willy winnie wivine xavier yannick yolande yves yvette yvonne zacharie zoe zita

adil amin aziz bilal dawda habib hakim hamid ibada jamal kamal karim malik nasser noor qasim ramadhani rehema saada saleh sefu shaban sulemani walid zuberi
claire godelieve vianney emilienne bibiche mamy nadette rosalie scholastique sifora symphorien
aimee alexandrine alice alida anaclet andrea anicet annie anselme ariel aristide arlette arsene astrid
belinda bienvenue bijou blaise blandine blessing bob bonheur bosco brenda bruno camille carine casimir
celestine celine chadia chance charlene charmant christvie clarice clovis constantine cynthia cyprien
dalida danielle delphin denise desire desiree dina divine edith eliane eliezer elise elodie eloge elvis
nasir salam latif majid wahid wahab kader jabbar samad razzaq ghani hadi haq sattar fattah basit ghaffar hafiz halim jalil muttalib nabi rauf shakur
wadud zahir qadir rahman mukhtar moukhtar khalil faris fares murad mourad mahjub mahdjoub sabri hamza anwar imad nabil samir walid ziad ghassan marwan
bashar adnan raed osama usama ayman aymen tahar taher lakhdar rabah mokhtar miloud djelloul abdi abdou farah guled hirsi warsame ismael
venuste pontien damascene protogene callixte gratien ladislas athanasie fulgence gaspard sylvere straton simeon aloys anastase balthazar
godance jeanbosco habib mehdi reza hamid davood farhad behzad javad masoud parviz saeed kazem qasem ghasem mehmet mustafa emre burak orhan serkan hakan
murat ayse fatma zeynep elif bogdan bohdan oleg oleh stepan yegor egor denis maksim maxim artem artyom anton ruslan timur rustam vitaly vitali vadim
taras ostap zbigniew wojciech andrzej krzysztof tomasz jerzy kazimierz slobodan dragan zoran goran milan radovan ratko zvonimir zvonko ante ivica
jurgen gunther helmut dieter klaus wolfgang horst uwe heinz chukwudi chukwuemeka emeka ngozi chinedu obinna ifeanyi olusegun babatunde kwame kofi kojo
thabo sipho themba kiprotich kipchoge wanjiru njoroge otieno ochieng taban deng garang
emerence ernestine espoir eulalie eustache exauce ezechias faida falone faustin faustina faustine felicien
felicite fidele fifi fiston flavia flavien france francisca francklin furaha gael gaelle gaetan gaston
germain germaine gertrude getou gift gilbert gilberte gisele goretti gracia guy guylain harmonie herve
hilaire honore honorine hortense hubert hugo irene isidore israel jackson jemima jephte jerome jesus joel
jolie jonas jovial joviale joyce junior justin justine kerene ketsia landry lauriane lazare leonie leontine
leopold levi lionel lisette lucien lucienne lumiere luze maguy mamie marceline marcelline mardochee marlene
martine mathilde max merdi michelle miracle mirindi modeste muriel nadia narcisse nathan neema nehemie
nestor noel odette olga olive olivia omar omer onesime oscar osee osias pamela pascaline patrona paule
pelagie phanuel pierrette placide prince princesse prisca priscille prosper prudence rahim raissa remy rene
renee riziki rodrigue rosette rosine ruben sabine safi safina salome samson sephora severin sifa simone
stella steve sylvain thabita toussaint trinita trinite tychique urbain vainqueur valentine victoire
victorien victorine virginie willy winner yves yvette yvon yvonne zawadi zoe`

/** Every listed word with the names it can stand for. */
const namesOf = new Map<string, Set<string>>()
/** The main names, which the other forms stand for. */
const main = new Set<string>()
/** Short forms with the names they are short for. */
const shortOf = new Map<string, Set<string>>()
/** Words that are full given names, not only short forms. */
const whole = new Set<string>()

for (const entry of [...forms.split(';'), ...petNames.split(';'), ...wordsOf(plain)]) {
  const [, name = '', short = '', variants = ''] = /^([^\s:]+):?([^/]*)(?:\/(.*))?$/s.exec(entry.trim()) ?? []
  for (const form of [name, ...wordsOf(short), ...wordsOf(variants)])
    namesOf.set(form, (namesOf.get(form) ?? new Set()).add(name))
  main.add(name)
  for (const form of wordsOf(short)) shortOf.set(form, (shortOf.get(form) ?? new Set()).add(name))
  for (const full of [name, ...wordsOf(variants)]) whole.add(full)
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

const byFirstLetters = Map.groupBy(whole, (name) => name.slice(0, 3))

/** Whether the word is used as a given name. `word` is in lower case without accents. */
export function isGivenName(word: string): boolean {
  return namesOf.has(word)
}

/** Whether the word is a full given name in some language, not only a short form. */
export function isWholeGivenName(word: string): boolean {
  return whole.has(word)
}

/** Whether one word is short for the other, as Bob for Robert, or both for a third. */
export function isShortForm(word: string, other: string): boolean {
  return !(shortOf.get(word) ?? none).isDisjointFrom(namesOf.get(other) ?? none)
}

/** Whether the word is a main given name, of which others are forms. */
export function isMainGivenName(word: string): boolean {
  return main.has(word)
}

/** The given names a word can stand for: `jos` for joseph and josiane, `yusuf` for joseph; empty for other words. */
export function givenNamesOf(word: string): ReadonlySet<string> {
  return namesOf.get(word) ?? none
}

const none: ReadonlySet<string> = new Set()

/** Listed given names that start with the word, or with its stem as a pet name: christia for christian, fredo for frederic. */
export function givenNamesBeginningWith(word: string): string[] {
  if (word.length < 3 || whole.has(word)) return []
  const pet = /^(.{4,}?)(?:[oiy]|ie)$/.exec(word)?.[1]
  return [...beginningWith(word), ...(pet === undefined ? [] : beginningWith(pet))]
}

function beginningWith(word: string): string[] {
  return (byFirstLetters.get(word.slice(0, 3)) ?? []).filter(
    (name) => name.startsWith(word) && name.length > word.length,
  )
}
