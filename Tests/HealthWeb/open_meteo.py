"""A stand-in for Open-Meteo's services on loopback: a week of fine weather, unless it is told otherwise."""
import datetime
import http.server
import json
import threading

VARIABLES = {
    "/v1/forecast": {"apparent_temperature": ("°C", 24), "wind_speed_10m": ("km/h", 7.2), "wind_gusts_10m": ("km/h", 18),
                     "precipitation_probability": ("%", 0), "precipitation": ("mm", 0), "uv_index": ("", 3)},
    "/v1/marine": {"wave_height": ("m", 0.2), "wave_period": ("s", 4)},
    "/v1/air-quality": {"european_aqi": ("EAQI", 30), "pm10": ("μg/m³", 10), "pm2_5": ("μg/m³", 10)},
}


class OpenMeteo:
    """The services at `url`, for seven days from a midnight in UTC. `change(hour)` gives values that differ, by variable; with `fails` they have an error;
    `asked` counts the requests."""

    def __init__(self, midnight):
        self.midnight, self.change, self.fails, self.asked = midnight, (lambda hour: {}), False, 0
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                service.asked += 1
                body = json.dumps(service.answer(self.path.split("?")[0])).encode()
                self.send_response(500 if service.fails else 200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path):
        hours = [self.midnight + datetime.timedelta(hours=hour) for hour in range(168)]
        columns = {name: [self.change(hour).get(name, usual) for hour in hours] for name, (_, usual) in VARIABLES[path].items()}
        days = [f"{self.midnight + datetime.timedelta(days=day):%Y-%m-%d}" for day in range(7)]
        return {
            "utc_offset_seconds": 0, "hourly_units": {name: unit for name, (unit, _) in VARIABLES[path].items()},
            "hourly": {"time": [f"{hour:%Y-%m-%dT%H:%M}" for hour in hours], **columns},
            "daily": {"time": days, "sunrise": [day + "T04:00" for day in days], "sunset": [day + "T17:00" for day in days]},
        }

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
