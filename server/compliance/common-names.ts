// Family names so frequent in the Congo that sharing one tells little. A list of sanctioned people cannot know that: it
// has few Congolese on it, and every name on it looks rare.

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
abdallah abdi abdul abdullah ahmad ahmed ali amadou amin barry camara diallo diop hamza hasan hassan hussein khalid
khan mahmoud malik mohamed mustafa nasser omar ousmane rahman rashid said saleh salem salim traore yasin younis
dupont martin garcia smith jones johnson williams brown silva santos fernandes ferreira pereira kim lee park wang zhang
li chen nguyen tran ivanov petrov kumar singh
`

const names = new Set(table.trim().split(/\s+/))

/** Whether a family name, in lower case without accents, is shared by so many that it tells little. */
export function isCommonFamilyName(word: string): boolean {
  return names.has(word)
}
