/// The page of a pairing link, with one button that pairs the browser. Opening the link isn't enough, so that link previews don't use it
/// up.
struct PairPage: Sendable {
  let code: PairingCode
  /// The default name of the browser.
  let name: String

  var page: Page {
    Page(
      title: "Pair this browser", isNarrow: true, session: nil,
      content: """
        <form class="card stack" method="post" action="/pair"><input type="hidden" name="code" value="\(code.text)">\
        <label class="field"><span>Name of this browser</span><input name="name" value="\(name)" \
        maxlength="\(BrowserName.mostCharacters)" autocomplete="off"></label><button class="button">Pair this browser</button></form>\
        <p class="small soft">It will be able to see your health data and change your plan. <code>hsync serve devices</code> lists and revokes browsers.</p>
        """)
  }
}
