/// The page of a pairing link: one button lets the browser in. Opening the link alone doesn't, so that nothing that only looks at it uses it up.
struct PairPage: Sendable {
  let code: PairingCode
  /// What the browser is called unless the person says otherwise.
  let name: String

  var page: Page {
    Page(
      title: "Pair this browser",
      content: """
        <section class="card"><form method="post" action="/pair"><input type="hidden" name="code" value="\(code.text)">\
        <p><label for="name">Name of this browser</label></p><p><input id="name" name="name" value="\(name)" \
        maxlength="\(BrowserName.mostCharacters)" autocomplete="off"></p><p><button class="chip button">Let this browser in</button></p></form></section>
        <p class="small soft">It will see your health data and may change your plan. <code>hsync serve devices</code> lists and shuts out.</p>
        """)
  }
}
