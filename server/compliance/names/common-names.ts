// Family names so frequent in the Congo that sharing one means little. A sanctions list cannot show that: it has few
// Congolese on it, so every name on it looks rare. Two names that look alike are two families, so none of these counts
// as a typing error of another. Luba, Kongo, Mongo, Tetela, Songye, Nande, Shi and Swahili names of office holders,
// candidates and athletes, and the most frequent names of neighbouring countries and the world.

const table = `
amani amisi assani assumani babala badibanga bahati bakajika bakambu bakari bakenga balume baluku banza banze baraka
baruti basila batumike beya bilonda bisimwa bitota bokungu bolamba bolongo bope boketshu bukasa bulambo bulungu bushiri
bwalya byamungu cibangu cimanga cishugi ciza diangienda dibala dilu ebengo efoloko ekofo ekutsu elonga esungi feza
fundi hamuli idi ilunga ilunda ipanga irenge isungu itela kabamba kabambi kabange kabasele kabata kabeya kabongo
kabulo kabuya kabwe kabwika kadima kahenga kahindo kahungu kaimba kakese kakoma kakudji kakule kalala kalambayi
kalamba kalenga kalengayi kalombo kalonda kalonji kalubi kaluma kalume kamango kamba kambale kambere kamboyi kamona
kampanga kamuanga kamwanya kande kanda kandolo kanga kankolongo kankonde kanku kanyinda kanyama kapend kapenda kapinga
karemera kasai kasanda kasanga kasanji kasereka kashala kashama kashindi kasiala kasilembo kasonga kasongo katanga
katembo katende katshunga katumba kavira kavugho kayembe kayumba kazadi kazembe keta kiala kiboko kibwe kikuni kilolo
kilumba kimbangu kimpanga kindombe kinkela kisimba kitenge kitoko kongolo konde kubuya kumwimba kungwa kyungu landu
lelo lembe likambo likulia lobo lokwa lokombe lomami longo luamba lubaki lubamba lubanza lubaya lufungula luhembwe
lukadi lukoji lukusa lukusu lumbala lumbu lumumba lunda lungu lusamba lusambo lusinde luvumbu luyeye lwamba mabaya
mabiala mabika mabika madimba mafuta magambo mahamba makabu makanda makasi makaya makengo makiese makita makolo
makuntima malamba malonda malu malumba mamba mambu mamona manda mande mangala manianga maombi mapasa maroyi masamba
masangu maseka masengo mashini masika masudi matadi matala matanda matondo matumona mavinga mavungu mawete mayala
mayamba mayele mayemba mayombo mbala mbaka mbambi mbangu mbaya mbayo mbemba mbiya mbo mbombo mbongo mbungu mbuyamba
mbuyi mbwebwe mianda misenga mobutu mokonzi mola molisho mombo monga mongo mopila moseka motema mpanda mpanga mpemba
mpia mpiana mpoyi mputu muamba muanda muanza mubenga mubiala mudimbi mufuta mugisho muhindo mujinga mukadi mukala
mukalay mukanya mukeba mukena mukendi mukenge mukoko mukoma mukuna mukundi mulamba mulanga mulumba mulunda mumba
munganga mungomba munongo munyanga mupenda mupepe musafiri musampa musau musemena musenga mushagalusha mushiya musongo
musonda musuamba musungu mutamba mutanda mutangala mutombo mutonkole mutshipayi muteba muya muyaya muyembe muyumba muzinga
mvula mvumbi mwamba mwana mwanza mwape mwenze mwepu mwila mwilambwe mwimba nabintu ndala ndaya ndjoko ndombasi ndombe
ndona ndongala ndonda nduwa ngalamulume ngalula ngandu ngalu ngeleka ngimbi ngindu ngoie ngoma ngombe ngoy ngoyi
nguba nguya ngwej ngwala nkashama nkaya nkembi nkiere nkongolo nkoy nkulu nkusu nkuna nlandu nsamba nsenga nsiala
nsimba nsumbu ntambwe ntumba numbi nyamabo nyembo nyembwe nyunyi nzambi nzau nzeza nzita nzuzi odia okito okitundu
okoko olela omari omba onema onya oyombo paluku panda pembele petelo ramazani sabiti safari sakina salumu samba sefu
senga shabani shako shamba sikuli simba sumbu sumaili sungu swedi tambwe tshala tshama tshiamala tshibamba tshibanda
tshibangu tshibola tshibuabua tshiebue tshienda tshikala tshikaya tshilombo tshilumba tshimanga tshimbombo tshinyama
tshipamba tshisuaka tshisungu tshite tshitenge tshiteya tshitundu tshituka tshiyoyo tshomba tumba umba unyumbe utshudi
vangu vita wakilongo wemba yamba yav yemba yengo yumba zaina zihalirwa zola zuka
kabila kabanga kalonga mukamba mulamba katongo kanza banda bandu kalunga kalungu kabengele kabundi kabuika kadiata kadiebwe kafuti kahozi kakudji kakungu kalemba kalemie
kalembe kalongo kalume kaluwa kamanda kamanga kamba kambaja kambembo kamitatu kamwena kanana kangamba kanionga kankunda
kanyimbu kapambu kapuku kapya kasadi kasangala kaseba kaseya kashoba kasole kasumba kasuku katalay katambwe katoto katumbi
katulondi kawaya kawende kawumba kazaku kazumba kibambe kibanza kibonge kibungu kifwa kilombo kimba kimbembe kimpwanza
kingombe kisala kisanga kisenga kitambala kitungwa kiyana kizito kolela lobota lokondo lombo lubala lubangi lubilanji
lubunga lufuma luhaka lukeba lukonga lukuni lukunku luntumbue lusala lusengo lutete lutumba luvuma luwawa luzolo mabanza
mabele mabengi mabondo mabunda madila madilu maduda maduku makabi makanga makelele makuta makwala malela malele maliba
malira malonga maluma mambwe manana mandefu mandungu mangenda mangwala mansanga manzambi manzila masiala masiya masolo
matamba matanga matete matingu matumba matuka mavambu mavuba mayamona mayanga mayaya mayoyo mazamba mazambi mbaki mbalaka
mbambu mbandu mbangala mbelu mbenza mbikayi mbila mbiye mbokolo mboma mbongu mbote mboyo mbuku mbula mbumba mbunga mbungani
mbwinga menga mfumu milambo milolo mingi mitima mobali mokolo mokonda molende monama mondo mongala mosengo motuta mpaka
mpangi mpeti mpinda mpongo mpunga mubalama mubikayi mudiayi mudimba mudipanu muganza mujani mukanda mukaz mukeni mukongo
mukulu mukuta mulala mulangala mulanda mulongo mulopo mulowayi muluba mulumbu mulunga mumbere munene mungala mungeni
munkamba munyololo musafu musangu musema museve mushiete musongela musoni musoya mutambay mutambayi mutamba mutanga mutiri
mutshaila mutuale mutula mutunda muvunga muyej muyombo muzama muzembe mvunzi mwadi mwadiamvita mwalaba mwamini mwarabu
mwehu mweze mwika mwilu mwinda mwisa mwoma nabii nakahwa namwisi ndambo ndandu ndele ndibu ndjoli ndjondo ndolo ndonga
ndongo ndoluvualu nduku ngadi ngaki ngalamu ngalasi ngaliema ngami nganga nganda ngando ngangu ngasa ngbanda ngbangu
ngeleza ngiama ngimba ngolo ngolu ngomba ngombi ngongo ngonga ngongi ngonde ngoto ngoyo ngulu ngunza ngunga nguvulu ngwala
njila nkanga nkashi nkela nkemba nkenda nkoko nkole nkomba nkongo nkosi nkoyi nkumu nkundi nkunku nkusi nlemvo nsaka
nsambu nsele nsengi nsiku nsona nsoni nsumbi ntambo ntela ntondo ntoto ntoya ntula ntumbu nyanga nyangi nyange nyembi
nyima nyoka nyongo nyota nzale nzanga nzengu nzila nzinga nzola nzongola nzuka okende okenge okoka okonda okota olenga
omana omokoko ombe ondeke onema ongala osako oshinga osongo otshudi pambu panzu pedi phaku pongo pululu puati ramba samuna
sango sasa seke sele selemani sengi senghor shadari shambuyi shandungo shungu sifa simbi sona songo suku tabu tamba tambu
tasi tembe tembo tenda tete tito tsasa tshabola tshamba tshamu tshani tshiala tshiamua tshianda tshibala tshibaka
tshibambe tshibuyi tshidibi tshienza tshifu tshika tshikangu tshikuku tshikunga tshilanda tshilongo tshilumbayi tshimini
tshimpanga tshinguta tshiniama tshipanda tshipinda tshisekedi tshisuabantu tshisumpa tshitala tshitadi tshitoko tshiunza
tshiyamba tshizubu tshombe tunda umande umbela unega vangi vemba vuanda vuvu wabi wafula wakenda wala wamba wembo wetshi
yaba yabili yala yalala yambo yamfu yandi yangala yango yema yoka yoko yombo yuma zamba zawadi zinga zongo zumba
lopez gonzalez rodriguez hernandez sanchez perez ramirez torres flores rivera gomez diaz ruiz alvarez castillo rojas
suarez vargas castro ortiz salazar guerrero mendoza morales lee pak choi choe jong jung jang yong chol rim
abubakar adam aden bakari bello diarra fofana haji haider hamid haroun ibrahim idris idriss issa jama kamara kone
keita konate mansour moussa musa nur osman rahim salah sani sesay sow sylla toure warsame yakubu yusuf
abdallah abdi abdul abdullah ahmad ahmed ali amadou amin barry camara diallo diop hamza hasan hassan hussein khalid
khan mahmoud malik mohamed mustafa nasser omar ousmane rahman rashid said saleh salem salim traore yasin younis
awad awadh haddad khoury khouri nassar nasr bakri bakr farouk farooq jaber jabir saab sarkis darwish fares faris karam qasem qasim shahin khalil hamdan
hamad salman mahdi sharif amer asad qureshi abbas hamdi hijazi masri najjar sabbagh shaaban suleiman zaidan attar hakim hariri jamal kassem kazemi
hosseini mohammadi ahmadi rezaei karimi rahimi jafari moradi sarr ndiaye gueye fall faye sene cisse sylla sangare coulibaly doumbia ouattara yao koffi
smirnov kuznetsov popov sokolov lebedev kozlov novikov morozov volkov alekseev vasiliev semenov egorov pavlov stepanov nikolaev orlov andreev makarov
zakharov zaitsev soloviev borisov yakovlev grigoriev romanov fedorov mikhailov koval shevchenko bondarenko tkachenko kravchenko yilmaz kaya demir
sahin celik yildiz ozturk aydin arslan dogan nowak kowalski papadopoulos georgiou dimitriou murphy kelly taylor wilson evans thomas roberts walker bush
dupont martin garcia smith jones johnson williams brown silva santos fernandes ferreira pereira kim lee park wang zhang
li chen nguyen tran ivanov petrov kumar singh
hakizimana habimana niyonzima uwimana nsengimana bizimana nkurunziza ndikumana mukamana uwase nshimiyimana ndayisenga mukeshimana uwamahoro
nsabimana niyonkuru nijimbere irakoze bigirimana hategekimana okello odhiambo otieno mugisha akello
`

/** Spellings of the same name. Spellings that `words.ts` already finds to sound alike need not be listed. */
const spellings = `
ngoy ngoyi ngoie ngoye; mbuyi mbuy mbuye mbuji; kayembe kaembe; mpoyi mpoy; mukendi mukend; mutombo mutomb; ilunga ilung;
kasongo kasong; kalenga kaleng; mulumba mulumb; kabeya kabey; banza banz; kapenda kapend; mwepu mwepo; yav yavu;
nkongolo nkongol; nyembo nyemb; kalonji kalonj; tshisekedi tshiseked; mushagalusha mushangalusha; nsimba tsimba; mbayo mbay
`
const groupOf = new Map<string, string>()
for (const group of spellings.split(';'))
  for (const word of group.trim().split(/\s+/)) groupOf.set(word, group)

const names = new Set([...table.trim().split(/\s+/), ...groupOf.keys()])

/** Whether so many people share a family name (lower case, without accents) that it means little. */
export function isCommonFamilyName(word: string): boolean {
  return names.has(word)
}

/** Whether two family names are well-known spellings of the same name: Ngoy and Ngoie. */
export function sharedFamilyName(a: string, b: string): boolean {
  const group = groupOf.get(a)
  return group !== undefined && group === groupOf.get(b)
}
