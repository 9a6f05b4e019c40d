/// The activity in a planned workout's title: `Easy run 5k` → running; `Leg day` → strength training of either sort.
package struct ActivityNames: Sendable, Hashable {
  private let words: [String]
  private let activities: Set<String>
  /// The ranges of `words` with names of the table.
  private let hits: [Range<Int>]

  /// Reads a title. The longest name at each place counts: `water polo` isn't polo, `rowing machine` isn't a machine.
  package init(title: String) {
    words = title.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    var activities: Set<String> = []
    var hits: [Range<Int>] = []
    var place = 0
    while place < words.count {
      let name = ActivityNames.name(in: words, at: place)
      if let name {
        activities.formUnion(name.activities)
        hits.append(place..<place + name.count)
      }
      place += name?.count ?? 1
    }
    self.activities = activities
    self.hits = hits
  }

  /// Whether the title has a name from the table.
  package var isKnown: Bool { !activities.isEmpty }

  /// Returns whether the title refers to a workout with this activity (`running`): by the table, or because it contains
  /// the activity's own words, from any app. Words of a longer name don't match: `Table tennis` isn't `tennis`.
  package func fit(_ activity: String) -> Bool {
    if activities.contains(activity) { return true }
    let name = activity.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard !name.isEmpty, name != ["other"], name.count <= words.count else { return false }
    return (0...words.count - name.count).contains { start in
      let range = start..<start + name.count
      return Array(words[range]) == name
        && !hits.contains { $0.count > range.count && $0.lowerBound <= start && range.upperBound <= $0.upperBound }
    }
  }

  /// The longest name of the table that begins at a word.
  private static func name(in words: [String], at place: Int) -> (count: Int, activities: [String])? {
    for count in (1...min(longest, words.count - place)).reversed() {
      if let activities = table[words[place..<place + count].joined(separator: " ")] { return (count, activities) }
    }
    return nil
  }

  /// Most words of a name in the table.
  private static let longest = 4

  private static let table: [String: [String]] = {
    var table: [String: [String]] = [:]
    for (activities, names) in families {
      for name in names { table[name, default: []] += activities }
    }
    return table
  }()

  private static let strength = ["traditional_strength_training", "functional_strength_training"]

  /// Activities as stored (Apple's names in snake case, which every reader of exports uses), and their common names.
  private static let families: [(activities: [String], names: [String])] = [
    (
      ["running"],
      [
        "run", "runs", "running", "jog", "jogging", "parkrun", "5k", "10k", "half marathon", "marathon", "tempo", "fartlek",
        "long run", "treadmill", "trail run", "interval run", "intervals",
      ]
    ),
    (["walking"], ["walk", "walks", "walking", "stroll", "dog walk"]),
    (["hiking"], ["hike", "hiking", "trek", "trekking"]),
    (
      ["cycling"],
      [
        "bike", "biking", "bicycle", "ride", "cycle", "cycling", "spin", "spinning", "bike ride", "mountain bike", "mtb", "turbo",
        "zwift", "peloton",
      ]
    ),
    (["hand_cycling"], ["hand cycling", "handbike"]),
    (["swimming"], ["swim", "swims", "swimming", "pool", "laps", "open water"]),
    (["rowing"], ["row", "rowing", "erg", "rower", "rowing machine"]),
    (["elliptical"], ["elliptical", "cross trainer", "crosstrainer"]),
    (["stair_climbing", "stairs"], ["stairs", "stair climbing", "stairmaster", "stair master", "stepper"]),
    (["step_training"], ["step", "step aerobics", "step training"]),
    (
      strength,
      [
        "strength", "strength training", "weights", "weight training", "weightlifting", "lift", "lifting", "gym", "leg day", "legs",
        "push day", "push", "pull day", "pull", "upper body", "lower body", "full body", "squats", "deadlift", "deadlifts", "bench press",
        "chest", "arms", "shoulders", "back day", "kettlebell", "kettlebells", "bodyweight", "calisthenics", "resistance",
      ]
    ),
    (["traditional_strength_training"], ["traditional strength training", "powerlifting", "barbell"]),
    (["functional_strength_training"], ["functional strength training", "functional training"]),
    (["core_training"], ["core", "abs", "core training", "plank", "planks"]),
    (
      ["high_intensity_interval_training"],
      [
        "hiit", "high intensity interval training", "interval training", "tabata", "circuit",
        "circuit training",
      ]
    ),
    (["cross_training", "functional_strength_training"], ["cross training", "crossfit", "wod", "boot camp", "bootcamp"]),
    (["boot_camp"], ["boot camp", "bootcamp"]),
    (["exercise_class"], ["class", "exercise class"]),
    (["mixed_cardio", "mixed_metabolic_cardio_training"], ["cardio", "mixed cardio"]),
    (["yoga"], ["yoga", "vinyasa", "hatha", "ashtanga", "yin"]),
    (["pilates"], ["pilates", "reformer"]),
    (["barre"], ["barre"]),
    (["flexibility"], ["stretch", "stretching", "flexibility", "mobility"]),
    (["preparation_and_recovery", "cooldown"], ["warm up", "warmup", "cool down", "cooldown", "recovery", "foam rolling"]),
    (["mind_and_body"], ["mind and body", "meditation", "breathing"]),
    (["tai_chi"], ["tai chi", "qigong"]),
    (["dance", "cardio_dance", "social_dance"], ["dance", "dancing", "zumba", "salsa", "ballet", "cardio dance", "social dance"]),
    (["jump_rope"], ["jump rope", "skipping", "skipping rope"]),
    (["boxing"], ["box", "boxing"]),
    (["kickboxing"], ["kickboxing", "kick boxing"]),
    (["martial_arts"], ["martial arts", "karate", "judo", "taekwondo", "bjj", "jiu jitsu", "aikido", "mma"]),
    (["wrestling"], ["wrestling"]),
    (["fencing"], ["fencing"]),
    (["climbing"], ["climb", "climbing", "boulder", "bouldering", "rock climbing"]),
    (["soccer"], ["soccer", "football", "footy", "futsal"]),
    (["american_football"], ["american football", "football"]),
    (["australian_football"], ["australian football"]),
    (["rugby"], ["rugby"]),
    (["basketball"], ["basketball", "hoops"]),
    (["volleyball"], ["volleyball", "beach volleyball"]),
    (["handball"], ["handball"]),
    (["baseball"], ["baseball"]),
    (["softball"], ["softball"]),
    (["cricket"], ["cricket"]),
    (["hockey"], ["hockey", "ice hockey", "field hockey"]),
    (["lacrosse"], ["lacrosse"]),
    (["tennis"], ["tennis"]),
    (["table_tennis"], ["table tennis", "ping pong"]),
    (["badminton"], ["badminton"]),
    (["squash"], ["squash"]),
    (["racquetball"], ["racquetball"]),
    (["paddle_racquet_sport", "paddle_sports"], ["padel"]),
    (["pickleball"], ["pickleball"]),
    (["golf"], ["golf"]),
    (["disc_sports"], ["frisbee", "ultimate frisbee", "disc golf"]),
    (["bowling"], ["bowling"]),
    (["archery"], ["archery"]),
    (["gymnastics"], ["gymnastics"]),
    (["track_and_field"], ["track", "track and field", "athletics"]),
    (["downhill_skiing"], ["ski", "skiing", "downhill", "downhill skiing", "alpine skiing"]),
    (["cross_country_skiing"], ["cross country", "cross country skiing", "nordic skiing", "langlauf"]),
    (["snowboarding"], ["snowboard", "snowboarding"]),
    (["snow_sports"], ["sledding", "snowshoeing"]),
    (["skating_sports"], ["skate", "skating", "ice skating", "inline skating", "rollerblading"]),
    (["curling"], ["curling"]),
    (["surfing_sports"], ["surf", "surfing", "kitesurfing", "windsurfing", "bodyboarding"]),
    (["paddle_sports"], ["kayak", "kayaking", "canoe", "canoeing", "paddle", "paddling", "sup", "stand up paddling"]),
    (["sailing"], ["sail", "sailing"]),
    (["underwater_diving"], ["dive", "diving", "scuba", "snorkelling", "snorkeling"]),
    (["water_fitness"], ["aqua fitness", "aqua aerobics", "water aerobics", "aquajogging"]),
    (["water_polo"], ["water polo"]),
    (["equestrian_sports"], ["horse riding", "horseback riding", "riding lesson", "dressage"]),
    (["swim_bike_run"], ["triathlon", "brick"]),
    (["wheelchair_walk_pace"], ["wheelchair walk"]),
    (["wheelchair_run_pace"], ["wheelchair run"]),
  ]
}
