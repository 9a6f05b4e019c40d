/// A publication that the plan follows.
package struct Study: Sendable, Hashable {
  /// The authors as cited: `Byrne et al.`
  package let authors: String
  /// The year of publication.
  package let year: Int
  /// The title of the article or book.
  package let title: String
  /// The journal; of a book the publisher.
  package let journal: String
  /// Volume and pages as cited: `42:129–138`. `nil` for a book.
  package let place: String?
  /// `nil` = it has none.
  package let doi: String?

  /// Two weeks of diet alternating with two weeks of energy balance.
  package static let matador = Study(
    authors: "Byrne et al.", year: 2018,
    title: "Intermittent energy restriction improves weight loss efficiency in obese men: the MATADOR study", journal: "Int J Obes",
    place: "42:129–138", doi: "10.1038/ijo.2017.206")

  /// Basal energy by sex, age, height and weight.
  package static let mifflin = Study(
    authors: "Mifflin et al.", year: 1990, title: "A new predictive equation for resting energy expenditure in healthy individuals",
    journal: "Am J Clin Nutr", place: "51:241–247", doi: "10.1093/ajcn/51.2.241")

  /// Basal energy by lean mass: 370 + 21.6 · kg.
  package static let katch = Study(
    authors: "McArdle, Katch and Katch", year: 2010, title: "Exercise Physiology: Nutrition, Energy, and Human Performance",
    journal: "Lippincott Williams & Wilkins", place: nil, doi: nil)
}
