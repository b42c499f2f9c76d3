"""A stand-in for GitHub's REST API on this machine, as far as reports need it, that behaves as documented:
pages with Link headers, refusals with a JSON message, limits with Retry-After. And as it should not: pages of
HTML, silence, answers that break off. Source: GitHub's REST API documentation."""

import http.server
import json
import re
import ssl
import threading
import time
import urllib.parse

TOKEN = "canary-token-4711"
BOT = {"login": "github-actions[bot]", "type": "Bot"}
MOST_BODY_CHARACTERS = 65536
PAGE = 2  # fewer than anybody asks for, so that everything has pages


class GithubApi:
    """Serves while it is entered; `requests` are all that came, as (method, path, body)."""

    def __init__(self, repository="o/r", certificate=None):
        self.repository, self.certificate = repository, certificate
        self.pulls, self.comments, self.check_runs, self.requests, self.tokens = [], [], [], [], []
        self.may_comment, self.may_check = True, True
        # Asked first: an answer (status, headers, body), or None for the documented one.
        self.instead = lambda method, path: None

    def __enter__(self):
        api = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one(self):
                api.handle(self)

            do_GET = do_POST = do_PATCH = do_DELETE = handle_one  # noqa: N815 - names of the library

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        scheme = "http"
        if self.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            scheme = "https"
        self.url = f"{scheme}://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def sent(self, method):
        """Paths of the requests with this method."""
        return [path for one, path, _ in self.requests if one == method]

    def add_comment(self, body, user=None):
        self.comments.append({"id": max([one["id"] for one in self.comments], default=100) + 1, "body": body,
                              "user": user or BOT})
        self.comments[-1]["html_url"] = f"https://github.test/c/{self.comments[-1]['id']}"
        return self.comments[-1]

    # -- one request ----------------------------------------------------------------------------------------

    def handle(self, handler):
        path, _, query = handler.path.partition("?")
        query = urllib.parse.parse_qs(query)
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0)).decode()
        self.requests.append((handler.command, handler.path, body))
        self.tokens.append(handler.headers.get("Authorization", ""))
        answer = self.instead(handler.command, path) or self.answer(handler.command, path, query, body)
        if answer == "silence":
            time.sleep(30)
            return
        status, headers, content = answer
        data = content if isinstance(content, bytes) else json.dumps(content).encode() if content is not None else b""
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    def answer(self, method, path, query, body):
        own = f"/repos/{self.repository}"
        if self.tokens[-1] != f"Bearer {TOKEN}":
            return 401, {}, {"message": "Bad credentials"}
        if path == "/user":
            return 403, {}, {"message": "Resource not accessible by integration"}
        if not path.startswith(own):
            return 404, {}, {"message": "Not Found"}
        path = path[len(own):]
        if path == "/pulls":
            owner, _, branch = query["head"][0].partition(":")
            return self.page(own + path, query, [one for one in self.pulls if one["state"] == "open" and one["head"]["ref"] == branch
                                                 and one["head"]["repo"]["owner"]["login"] == owner])
        if path.startswith("/check-runs"):
            return self.check_run(method, json.loads(body))
        if method != "GET" and not self.may_comment:
            return 403, {}, {"message": "Resource not accessible by integration"}
        if method in ("POST", "PATCH") and len(json.loads(body)["body"]) > MOST_BODY_CHARACTERS:
            return 422, {}, {"message": "Validation Failed", "errors": [
                {"resource": "IssueComment", "code": "unprocessable", "field": "data",
                 "message": "Body is too long (maximum is 65536 characters)"}]}
        if found := re.fullmatch(r"/issues/comments/(\d+)", path):
            return self.one_comment(method, int(found[1]), body)
        if path == "/issues/7/comments":
            if method == "POST":
                return 201, {}, self.add_comment(json.loads(body)["body"])
            return self.page(own + path, query, self.comments)
        return 404, {}, {"message": "Not Found"}

    def page(self, path, query, everything):
        page = int(query.get("page", ["1"])[0])
        headers = {}
        if page * PAGE < len(everything):
            last = (len(everything) + PAGE - 1) // PAGE
            headers["Link"] = (f'<{self.url}{path}?{self.query(query, page + 1)}>; rel="next", '
                               f'<{self.url}{path}?{self.query(query, last)}>; rel="last"')
        return 200, headers, everything[(page - 1) * PAGE:page * PAGE]

    @staticmethod
    def query(query, page):
        return urllib.parse.urlencode({**{name: values[0] for name, values in query.items()}, "page": page})

    def one_comment(self, method, number, body):
        found = [one for one in self.comments if one["id"] == number]
        if not found:
            return 404, {}, {"message": "Not Found"}
        if method == "DELETE":
            self.comments.remove(found[0])
            return 204, {}, None
        found[0]["body"] = json.loads(body)["body"]
        return 200, {}, found[0]

    def check_run(self, method, body):
        if not self.may_check:
            return 403, {}, {"message": "Resource not accessible by integration"}
        output = body["output"]
        if len(output["annotations"]) > 50 or len(output["summary"]) > 65535:
            return 422, {}, {"message": "Invalid request."}
        self.check_runs.append(body)
        return (201 if method == "POST" else 200), {}, {"id": 5}


def pull(number, sha, owner="stranger", repository_id=99, branch="feature", state="open"):
    return {"number": number, "state": state,
            "head": {"sha": sha, "ref": branch, "repo": {"id": repository_id, "owner": {"login": owner}}}}
