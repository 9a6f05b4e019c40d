#!/usr/bin/env bash
# Serves hsync's pages over HTTPS on the local network: hsync serve behind Caddy, with a certificate of Caddy's own authority.
#
#   serve-with-tls.sh [NAME] [PORT]    NAME: a name or IPv4 address of this computer that the phone can reach, by default HOSTNAME.local;
#                                      PORT: the port for the phone, 4748 by default
#
# HSYNC_PORT is the port of hsync serve itself, 4747 by default; it listens on this computer alone. Ctrl-C ends both.
# Install the authority's certificate, whose path is printed, once on each phone (Android: Settings, Security, Install a certificate; iOS: open
# the file, then Settings, General, About, Certificate Trust Settings). Anyone who has its key beside it could pose as any site to that phone: the
# folder is readable by you alone.
set -euo pipefail

name=${1:-$(hostname).local} port=${2:-4748} inner=${HSYNC_PORT:-4747}
folder=${XDG_DATA_HOME:-$HOME/.local/share}/hsync/tls

fail() { printf 'serve-with-tls: %s\n' "$*" >&2; exit "${status:-64}"; }
[[ $name =~ ^[A-Za-z0-9.-]+$ && $port =~ ^[0-9]+$ && $inner =~ ^[0-9]+$ ]] || fail "usage: serve-with-tls.sh [NAME] [PORT]"
for program in caddy hsync; do
  command -v "$program" >/dev/null || status=69 fail "$program isn't installed; on Debian: apt-get install caddy"
done

mkdir -p -m 700 "$folder"
cat >"$folder/Caddyfile" <<CADDY
{
	admin off
	auto_https disable_redirects
	skip_install_trust
	default_sni $name
	storage file_system "$folder"
}
https://$name:$port {
	tls internal
	reverse_proxy 127.0.0.1:$inner
}
CADDY

hsync serve --port "$inner" --origin "https://$name:$port" --pair &
pages=$!
XDG_CONFIG_HOME=$folder caddy run --config "$folder/Caddyfile" --adapter caddyfile 2>"$folder/caddy.log" &
proxy=$!
end() {
  trap - EXIT INT TERM
  kill -TERM "$pages" "$proxy" 2>/dev/null || true
  wait "$pages" "$proxy" 2>/dev/null || true
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
echo "certificate to install on the phone: $folder/pki/authorities/local/root.crt"
wait -n "$pages" "$proxy" || true
kill -0 "$proxy" 2>/dev/null || tail -n 5 "$folder/caddy.log" >&2
status=69 fail "one of the programs ended"
