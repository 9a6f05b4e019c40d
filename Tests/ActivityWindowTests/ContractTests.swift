import HealthModel
import Testing

@testable import ActivityWindow

/// The JSON of `hsync go plan`, the links and the events, to the letter.
@Suite struct ContractTests {
  @Test func aPlanHasItsHoursAndWindows() throws {
    let plan = Coast.plan([7: [:], 8: [.waveM: 0.6, .uv: nil]], zone: Coast.jerusalem)
    let json = plan.json(place: "tel_aviv_coast", fetchedAtMs: 5, modes: [.swimSolo])
    #expect(json["place"].string == "tel_aviv_coast")
    #expect(json["scoring_version"].string == "score_v1")
    #expect(json["fetched_at_ms"].int == 5)
    let hours = try #require(json["hours"].array)
    #expect(hours.count == 24)
    #expect(
      hours[8].text == """
        {"time":"2026-06-01T08:00","utc_ms":1780290000000,"raw":{"wave_m":0.6,"feels_c":24,"gust_ms":5,"wind_ms":3,"uv":null,"aqi_eu":30,\
        "precip_mm":0,"precip_prob":0},"modes":{"swim_solo":{"score":65,"label":"Meh","gate":null,"penalties":{"waves":35},"chips":[\
        {"factor":"waves","text":"Waves 0.6m","emoji":"warning","penalty":-35},\
        {"factor":"uv","text":"UV data unavailable","emoji":"info","penalty":0}]}}}
        """)
    #expect(
      hours[0]["modes"]["swim_solo"].text == """
        {"score":0,"label":"Nope","gate":"Heavy rain","penalties":{},"chips":[{"factor":"rain","text":"Heavy rain","emoji":"danger",\
        "penalty":-100}]}
        """)
    #expect(
      json["windows"].text == """
        [{"mode":"swim_solo","day":"2026-06-01","start":"2026-06-01T07:00","end":"2026-06-01T08:00","mean_score":100}]
        """)
  }

  @Test func allModesAndDaysAreInIt() {
    let plan = Coast.plan([7: [:], 150: [:]], days: 7)
    let json = plan.json(place: "x", fetchedAtMs: nil)
    #expect(json["fetched_at_ms"].isNull)
    #expect(json["hours"].array?.count == 168)
    #expect(json["hours"].array?[0]["modes"].members?.map(\.key) == ["swim_solo", "swim_dog", "run_solo", "run_dog"])
    #expect(json["windows"].array?.count == 8)
    let values = (json["hours"].array ?? []).flatMap { hour in hour["raw"].members ?? [] }
    #expect(Set(values.map(\.key)).count == 8)
  }

  @Test(
    arguments: [
      ("gonow://today?hour=2026-06-01T08:00&mode=swim_solo", "2026-06-01T08:00", ActivityMode.swimSolo),
      ("gonow://today?mode=run_dog&hour=2026-06-01T08%3A30", "2026-06-01T08:30", .runDog),
      ("gonow://today/?hour=2026-06-01T08:00&mode=ski&x=1", "2026-06-01T08:00", nil),
      ("gonow://today?hour=2026-06-31T08:00&mode=swim_dog", nil, .swimDog), ("gonow://today?hour=2026-06-01 08:00", nil, nil),
      ("gonow://today?hour=2026-06-01T25:00&&=&mode", nil, nil), ("gonow://today", nil, nil),
    ] as [(String, String?, ActivityMode?)]) func linksAreRead(text: String, hour: String?, mode: ActivityMode?) throws
  {
    let link = try #require(DeepLink(text))
    #expect(link.hour == hour)
    #expect(link.mode == mode)
    #expect(DeepLink(link.text) == link)
  }

  @Test(arguments: [
    "", "gonow://", "gonow://todayish", "http://today?hour=2026-06-01T08:00", "gonow://today?" + String(repeating: "x", count: 600),
  ])
  func othersAreNoLinks(text: String) { #expect(DeepLink(text) == nil) }

  @Test func aLinkFindsItsHourEvenWhenItIsOver() throws {
    let plan = Coast.plan([7: [:]])
    let link = DeepLink(hour: "2026-06-01T08:00", mode: .swimSolo)
    func target(_ minute: Int) -> (hour: PlanHour, isPast: Bool)? {
      plan.target(of: link, nowMs: Coast.ms(Coast.day("2026-06-01"), hour: 8, minute: minute))
    }
    #expect(try #require(target(59)).isPast == false)
    #expect(try #require(target(60)).isPast == true)
    #expect(try #require(target(60)).hour.clock == "08:00")
    #expect(plan.target(of: DeepLink(hour: "2026-07-01T08:00", mode: .swimSolo), nowMs: 0) == nil)
    #expect(plan.target(of: try #require(DeepLink("gonow://today")), nowMs: 0) == nil)
  }

  @Test func eventsHaveTheirFields() {
    var world = NoticeWorld([.runDog]).with(9)
    world.deviceZone = Coast.jerusalem
    world.zone = Coast.jerusalem
    let notice = world.plan(1).wanted[0]
    let now = Coast.jerusalem.moment(atMs: world.ms(1))
    func text(_ event: CoastEvent) -> String { event.json(at: now, deviceZone: Coast.jerusalem).text }
    let head = { (name: String) in
      #"{"event":"\#(name)","timestamp":"2026-06-01T01:00:00+03:00","scoring_version":"score_v1""#
    }
    #expect(
      text(.scheduled(notice)) == head("notif_scheduled")
        + #","mode":"run_dog","window_start":"2026-06-01T09:00","window_end":"2026-06-01T10:00","avg_score":100,"#
        + #""fire_time":"2026-06-01T06:30:00+03:00"}"#)
    #expect(
      text(.fired(notice)) == head("notif_fired")
        + #","mode":"run_dog","window_start":"2026-06-01T09:00","notification_id":"\#(notice.id)"}"#)
    #expect(
      text(.opened(mode: .runDog, id: "7", openedAt: now, link: notice.link)) == head("notif_opened")
        + #","mode":"run_dog","opened_at":"2026-06-01T01:00:00+03:00","notification_id":"7","#
        + #""deep_link":"gonow://today?hour=2026-06-01T09:00&mode=run_dog"}"#)
    #expect(text(.dismissed(mode: .swimDog, id: "7")) == head("notif_dismissed") + #","mode":"swim_dog","notification_id":"7"}"#)
    #expect(
      text(.cancelled(mode: .swimDog, reason: .staleData)) == head("notif_cancelled") + #","mode":"swim_dog","reason":"stale_data"}"#)
    #expect(
      text(.permissionGranted(platform: "linux")) == head("notif_permission_granted") + #","platform":"linux","provisional":false}"#)
    #expect(text(.permissionDenied(platform: "linux")) == head("notif_permission_denied") + #","platform":"linux"}"#)
    #expect(
      text(.dstReschedule(oldOffsetMin: 120, newOffsetMin: 180, count: 3)) == head("notif_dst_reschedule")
        + #","old_offset":120,"new_offset":180,"count_rescheduled":3}"#)
    #expect(text(.settingsDeepLink) == head("notif_settings_deep_link") + "}")
  }
}
