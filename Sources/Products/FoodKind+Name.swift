import HealthModel

extension FoodKind {
  /// The kind by the words of a product's name, where its categories may be missing. "Kellerhof Weißwein trocken" is alcoholic, "Schweinebraten" isn't.
  /// A word too many does little harm: it only keeps an energy from being repaired that the missing nutrient could explain.
  init(name: String) {
    self = []
    let letters = name.lowercased().filter(\.isLetter)
    if FoodKind.sugarFree.contains(where: letters.contains) { insert(.withPolyols) }
    for word in name.lowercased().split(whereSeparator: { !$0.isLetter }) {
      if FoodKind.drinks.contains(String(word)) || FoodKind.isCompound(word) { insert(.alcoholic) }
      if FoodKind.sweeteners.contains(where: word.hasPrefix) || FoodKind.gums.contains(String(word)) { insert(.withPolyols) }
    }
  }

  /// Whether a word ends with a drink, as German, Dutch and Scandinavian ones do: "Apfelwein", "rødvin".
  private static func isCompound(_ word: Substring) -> Bool {
    word.count > 4 && FoodKind.endings.contains { word.hasSuffix($0) } && !word.hasSuffix("schwein")
  }

  private static let endings = ["wein", "wijn", "bier", "likör", "schnaps", "sekt", "brand", "vin", "viini", "olut"]

  private static let drinks: Set<String> = [
    // Wine.
    "wine", "wines", "wein", "wijn", "vin", "vins", "vino", "vini", "vinos", "vinho", "vinhos", "wino", "víno", "vinul", "вино", "κρασί",
    "şarap",
    "champagne", "champagner", "prosecco", "cava", "sekt", "crémant", "cremant", "spumante", "lambrusco", "rosé", "chardonnay", "riesling",
    "merlot",
    "sauvignon", "pinot", "cabernet", "bordeaux", "chianti", "moscato", "malbec", "shiraz", "rioja", "tempranillo", "sangria", "sangría",
    "vermouth",
    "vermut", "wermut", "sherry", "porto", "madeira", "marsala", "mead", "sake", "soju",
    // Beer and cider.
    "beer", "beers", "bier", "bière", "bières", "biere", "birra", "birre", "cerveza", "cervezas", "cerveja", "piwo", "pivo", "øl", "öl",
    "olut", "пиво",
    "μπίρα", "bira", "lager", "stout", "ale", "ipa", "pils", "pilsner", "pilsener", "radler", "shandy", "panaché", "cider", "cidre",
    "sidra", "sidro",
    "cydr",
    // Spirits and mixed drinks.
    "vodka", "wodka", "водка", "whisky", "whiskey", "bourbon", "scotch", "rum", "rhum", "ron", "gin", "tequila", "mezcal", "brandy",
    "weinbrand", "cognac",
    "armagnac", "calvados", "grappa", "ouzo", "raki", "pastis", "schnaps", "liqueur", "liqueurs", "likör", "likeur", "liquore", "licor",
    "liquor", "amaro",
    "aperol", "campari", "limoncello", "amaretto", "sambuca", "spritz", "mojito", "caipirinha", "margarita", "daiquiri",
    "aperitif", "apéritif", "aperitivo", "digestif", "alcopop", "seltzer", "eggnog", "eierlikör", "advocaat", "glühwein",
  ]

  /// Beginnings of words for polyols and for what is sweetened with them.
  private static let sweeteners = [
    "erythrit", "eritrit", "xylit", "xilit", "maltit", "sorbit", "isomalt", "lactit", "mannit", "polyol", "sweetener", "édulcorant",
    "edulcorant",
    "süßstoff", "süssstoff", "zuckerersatz", "dolcificant", "edulcorante", "adoçante", "stevia", "zuckeralkohol",
  ]

  /// Words for food without sugar, written together: "Sugar-free candy", "Bonbons sans sucres".
  private static let sugarFree = [
    "sugarfree", "nosugar", "zerosugar", "withoutsugar", "sugarless", "zuckerfrei", "ohnezucker", "suikervrij", "zondersuiker", "sanssucre",
    "senzazucchero", "senzazuccheri", "sinazúcar", "sinazucar", "semaçúcar", "sukkerfri", "sockerfri", "bezcukru", "безсахара",
  ]

  private static let gums: Set<String> = ["gum", "gums", "kaugummi", "kaugummis", "kauwgom", "chicle", "chicles", "tuggummi", "tyggegummi"]
}
