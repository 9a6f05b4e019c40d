/// The words for the halves of the day in 12-hour clocks, in the languages of phones.
///
/// From the Unicode CLDR's abbreviated `am` and `pm` of all locales, version 46, with those of older versions, and the
/// finer periods of Chinese, which iOS shows there. Without full stops and spaces, in lower case.
enum DayPeriod {
  /// Takes a day period from the front of `words`, which may be up to three of them (`p`, `m`).
  /// - Parameter words: in small letters and without full stops.
  /// - Returns: the hours of the day that it spans, of 0 to 24; `nil`, with the words unchanged, when there is none.
  static func take(from words: inout ArraySlice<String>) -> Range<Int>? {
    for count in stride(from: min(3, words.count), through: 1, by: -1) {
      if let hours = hours(words.prefix(count).joined()) {
        words = words.dropFirst(count)
        return hours
      }
    }
    return nil
  }

  /// Returns the hours of the day period that makes up a whole text, as CLDR writes it. Works without a `String`,
  /// because every date of an export may contain one. `nil` for anything else, which may still be a day period
  /// (`take`).
  static func hours(_ text: UnsafeBufferPointer<UInt8>) -> Range<Int>? { hashed[hash(text)] }

  private static let hashed: [UInt64: Range<Int>] = {
    var hashed: [UInt64: Range<Int>] = [hash("am".utf8): 0..<12, hash("pm".utf8): 12..<24]
    for (word, hours) in others { hashed[hash(word.utf8)] = hours }
    return hashed
  }()

  /// FNV-1a, 64 bits (RFC 9923), of the bytes without spaces and full stops. Two words of the few hundred never have the same; of a text
  /// that is made to have that of a word, a wrong time may come.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes where byte != 0x20 && byte != 0x2E { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  private static func hours(_ word: String) -> Range<Int>? {
    switch word {
    case "am": 0..<12
    case "pm": 12..<24
    default: word.isEmpty ? nil : others[word]
    }
  }

  private static let others: [String: Range<Int>] = {
    var hours = chinese
    for word in mornings.split(whereSeparator: \.isWhitespace) { hours[String(word)] = 0..<12 }
    for word in afternoons.split(whereSeparator: \.isWhitespace) { hours[String(word)] = 12..<24 }
    return hours
  }()

  /// As CLDR has them for zh and zh-Hant, somewhat wider.
  private static let chinese: [String: Range<Int>] = [
    "凌晨": 0..<6, "清晨": 4..<9, "早上": 5..<12, "早晨": 5..<12, "中午": 11..<14, "傍晚": 16..<20, "晚上": 18..<24, "午夜": 0..<1,
    "半夜": 0..<6,
  ]

  private static let mornings = """
    a adduha ag amvormittag an ankstāinan antemidí ap atm banhaet bn braxkndaax comme de delamañana delmatin dinda dop
    dopołdnja dopołedniŏ eparadites fh fm fọmọ́nin gh günortadanöň hengihengi hoseng ib ibikɛ̂glà icheheavo idiɓa isuk
    iđitbeaivet kang’ama karoon ki kiroko kiɛmɛ́ɛm kíkíríg leebi lumalwak lwamilawu m makeo mambia maná matin mbaʼámbaʼ
    mbaꞌmbaꞌ moies muhi munkyo nd ntufat ntɔ́ngɔ́ n’ụtụtụ od pamilau pg piopensuno priekšp priešpiet prijepodne rn rw rũ sa
    safiya sokallim sub subaka subbaahi sárúwá taparachu tesiran to too uhrvörmiddaachs uluchelo utuko vaasisu vm wd wichishu
    yb zdatazal zmu àárɔ̀ àárọ̀ öö ĩyakwakya ŋdi ǁgoagas ɛnkakɛnyá ʊshilèkʊboɖu πμ ам дп обедтэикеле претпл пријеподне таңкы то
    эи үө ӕмбисбоныразмӕ לפ׳ לפנה״צ פֿאַרמיטאָג اےایم بن ص غم قبلازظهر قظ چۈشتىنبۇرۇن ܩܛ ߛ एएम तडके पू पूर्वाह्न फुं भोर येएम सकाळीं
    सबेरे सवेर मपू এএম পূর্বাহ্ণ ਪੂਦੁ ଏଏମ முற்பகல் ఎఎమ్ ಪೂರ್ವಾಹ್ನ පෙව ก่อนเที่ยง ກ່ອນທ່ຽງ སྔ་ཆ་ སྔ་དྲོ་ နံနက် ማለዶ ቀደምሰርምዕል ቅቀ ጥዋት
    ጽባሕ ፋዱስጃብ ᐁᒼ ᱥᱮᱛᱟᱜ ⵜⵉⴼⴰⵡⵜ 上午 午前 ꎸꄑ ꮜꮎꮄ 오전 𞤢𞤰 проб կա damanhã dopoludnia vorm goizeko dopoledne
    """

  private static let afternoons = """
    ak akasuba aluula amnamittag banringzgvaq baubaukndaax ch chilo cɛɛ́nko delatarde desira dilolo du eahketbeaivet eb ebongi
    ebyámu efiafi eh eigulo em epasdites ew f fọívnin gd gm günortadansoň ichamthi in ip iɓugajɔp kikiiɗe kingoto
    kisɛ́ndɛ kooskoliny kugú kyiukonyi lilli lk lumalwap makaaripi mchochil’l mog mpókwa muu ncwònzém ngo ngəgógəle nm
    nomëttes ntmeddit nyiaghuo n’abali odp ot p pamunyi papussideinan pashamihe pipinisuno pn pop popiet popodne popołdnju
    popołedniu posmidí ptg ptm pēcp sanje shwane soir teipa thapama tk tŋ uhrnommendaachs wb wengi wótpołdnja yamma yh
    zaarikayb zmw ös ĩyawĩoo ŋkambɔ́tnji ũg ǃuias ɔ̀sán ɛndámâ ɣetrɔ ʊshilèkʊsasʊ μμ обедтэмейле пм попл поподне послијеподне
    пп тк түштөнкийинки эк үх ӕмбисбоныфӕстӕ אח׳ אחה״צ נאָכמיטאָג بعدازظهر بظ دن غو م پیایم چۈشتىنكېيىن ܒܛ ߥ अ अपराह्न दपैहरबाद पीएम
    बेलासे सांजे सांझ सांम मउ পিএম অপরাহ্ণ ਬਾਦੁ ପିଏମ பிற்பகல் పిఎమ్ ಅಪರಾಹ್ನ පව หลังเที่ยง ຫຼັງທ່ຽງ ཕྱི་ཆ་ ཕྱི་དྲོ་ ညနေ ሓቆስርምዕል ምሴት ቃማ
    ከሰዓት ድቀ ፋዱስደምቢ ᐲᒼ ᱧᱤᱫᱟᱹ ḍeffiraza ọ̀sán ⵜⴰⴷⴳⴳⵯⴰⵜ 下午 午後 ꁯꋒ ꮢꭿᏹꭲꮧꮲ 오후 𞤩𞤰 слоб կհ datarde popoludní nachm arratsaldeko
    odpoledne
    """
}
