//! A server over standard input and output, scripted by `FAKE_SCRIPT`. What it does when a tool is
//! called goes by the name of the tool. The test runner greets on standard output before it gets a
//! word in, as many programs do; the client has to pass over that.

use std::fs::OpenOptions;
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::path::PathBuf;
use std::process::{Child, Command};

use serde_json::{Value, json};

struct FakeServer {
    script: Value,
    state: PathBuf,
    lists: usize,
    starts: usize,
    waiting: Option<Value>,
    replies: Vec<String>,
    offspring: Vec<Child>,
}

#[test]
#[ignore = "the server that other tests start"]
fn serves() {
    let variable = |name| std::env::var_os(name).and_then(|value| value.into_string().ok());
    let (Some(script), Some(state)) = (variable("FAKE_SCRIPT"), variable("FAKE_STATE")) else {
        return;
    };
    let mut server = FakeServer {
        script: serde_json::from_str(&script).unwrap(),
        state: state.into(),
        lists: 0,
        starts: 0,
        waiting: None,
        replies: Vec::new(),
        offspring: Vec::new(),
    };
    server.log("pids", &std::process::id().to_string());
    let pids = std::fs::read_to_string(server.state.join("pids")).unwrap();
    server.starts = pids.lines().count();
    server.start();
    for line in stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line.unwrap()).unwrap();
        server.log("received", &message.to_string());
        server.hear(&message);
    }
    if server.script["stays"] == true {
        hang();
    }
}

/// A tool with one optional text.
pub(crate) fn tool(name: &str, description: &str) -> Value {
    json!({
        "name": name,
        "description": description,
        "inputSchema": {
            "type": "object",
            "properties": { "text": { "type": "string", "description": "what to say" } },
        },
    })
}

fn hang() -> ! {
    loop {
        std::thread::park();
    }
}

#[expect(clippy::exit, reason = "the server dies on purpose")]
fn die(code: i32) -> ! {
    std::process::exit(code)
}

fn write_line(line: &str) {
    let mut out = stdout().lock();
    writeln!(out, "{line}").unwrap();
    out.flush().unwrap();
}

fn write_stderr(text: &str) {
    std::io::stderr().lock().write_all(text.as_bytes()).unwrap();
}

fn send(mut message: Value) {
    message["jsonrpc"] = json!("2.0");
    write_line(&message.to_string());
}

fn reply(id: &Value, result: Value) {
    send(json!({ "id": id, "result": result }));
}

fn reply_text(id: &Value, text: &str) {
    reply(id, json!({ "content": [{ "type": "text", "text": text }] }));
}

impl FakeServer {
    fn log(&self, name: &str, line: &str) {
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.state.join(name))
            .unwrap();
        writeln!(file, "{line}").unwrap();
    }

    fn start(&self) {
        match self.script["start"].as_str() {
            Some("hang") => hang(),
            Some("die") => {
                write_stderr("no such database\n");
                die(3)
            }
            Some("stray lines") => (0..500).for_each(|n| write_line(&format!("loading {n}…"))),
            Some("flood") => (0..5000).for_each(|n| write_line(&format!("{{\"n\":{n}}}"))),
            _ => {}
        }
    }

    fn hear(&mut self, message: &Value) {
        let id = &message["id"];
        match message["method"].as_str() {
            Some("initialize") => {
                let version = self.script["protocol"].as_str().unwrap_or("2025-11-25");
                let id = match self.script["start"].as_str() {
                    Some("wrong id") => &json!(4711),
                    _ => id,
                };
                reply(
                    id,
                    json!({
                        "protocolVersion": version,
                        "capabilities": { "tools": { "listChanged": true }, "logging": {} },
                        "serverInfo": { "name": "fake", "version": "1" },
                    }),
                );
            }
            Some("tools/list") => self.list(id, &message["params"]["cursor"]),
            Some("tools/call") => self.call(id, &message["params"]),
            Some(_) => {}
            None => self.hear_reply(message),
        }
    }

    /// `lists` of the script: what each listing shows; the last one is shown for ever.
    fn list(&mut self, id: &Value, cursor: &Value) {
        let lists = self.script["lists"].as_array().unwrap();
        let tools = lists.get(self.lists).or(lists.last()).unwrap();
        let tools = tools.as_array().unwrap().clone();
        let Some(page) = self.script["page"].as_u64() else {
            self.lists += 1;
            return reply(id, json!({ "tools": tools }));
        };
        let start: usize = cursor.as_str().map_or(0, |cursor| cursor.parse().unwrap());
        let end = start + usize::try_from(page).unwrap();
        let shown: Vec<Value> = tools
            .iter()
            .skip(start)
            .take(end - start)
            .cloned()
            .collect();
        let mut result = json!({ "tools": shown });
        if end < tools.len() || self.script["endless"] == true {
            result["nextCursor"] = json!(end.to_string());
        }
        reply(id, result);
    }

    fn call(&mut self, id: &Value, params: &Value) {
        let name = params["name"].as_str().unwrap();
        let text = params["arguments"]["text"].as_str().unwrap_or_default();
        if !self.break_down(id, name) && !answer_oddly(id, name) && !self.talk(id, name) {
            reply_text(id, text);
        }
    }

    fn break_down(&self, id: &Value, name: &str) -> bool {
        match name {
            "hang" => hang(),
            "crash" if self.starts == 1 => {
                write_stderr("thread 'main' panicked\n");
                die(101)
            }
            "crash" => reply_text(id, "better now"),
            "always_crash" => {
                write_stderr("\u{1b}[31mout of memory\u{1b}[0m\n");
                die(9)
            }
            "leave" => {
                reply_text(id, "bye");
                die(0)
            }
            _ => return false,
        }
        true
    }

    /// What it says and does beside the answer.
    fn talk(&mut self, id: &Value, name: &str) -> bool {
        match name {
            "env" => {
                let mut names: Vec<String> = std::env::vars().map(|(name, _)| name).collect();
                names.sort();
                reply_text(id, &names.join(" "));
            }
            "secret" => {
                let key = std::env::vars().find(|(name, _)| name == "KEY").unwrap().1;
                reply_text(id, &key);
            }
            "ask_back" => {
                self.waiting = Some(id.clone());
                for (n, (method, params)) in requests().into_iter().enumerate() {
                    send(json!({ "id": 500 + n, "method": method, "params": params }));
                }
            }
            "talk" => {
                for n in 0..200 {
                    let data = format!("message {n} {}", "y".repeat(5000));
                    let params = json!({ "level": "info", "data": data });
                    send(json!({ "method": "notifications/message", "params": params }));
                    write_stderr(&"z".repeat(1000));
                }
                reply_text(id, "enough said");
            }
            "change" => {
                send(json!({ "method": "notifications/tools/list_changed" }));
                reply_text(id, "changed");
            }
            "offspring" => {
                let child = Command::new("sleep").arg("600").spawn().unwrap();
                self.log("offspring", &child.id().to_string());
                self.offspring.push(child);
                reply_text(id, "born");
            }
            _ => return false,
        }
        true
    }

    /// Collects what the client answers to the server's own requests.
    fn hear_reply(&mut self, message: &Value) {
        let verdict = match message["error"]["code"].as_i64() {
            Some(code) => format!("{}: error {code}", message["id"]),
            None => format!("{}: {}", message["id"], message["result"]),
        };
        self.replies.push(verdict);
        if self.replies.len() == 4
            && let Some(id) = self.waiting.take()
        {
            self.replies.sort();
            reply_text(&id, &self.replies.join("\n"));
        }
    }
}

fn answer_oddly(id: &Value, name: &str) -> bool {
    match name {
        "huge" => reply_text(id, &"x".repeat(9 * 1024 * 1024)),
        "large" => reply_text(id, &"x".repeat(1024 * 1024)),
        "drip" => {
            let content = json!([{ "type": "text", "text": "点滴" }]);
            let message = json!({ "jsonrpc": "2.0", "id": id, "result": { "content": content } });
            for byte in format!("{message}\n").into_bytes() {
                stdout().lock().write_all(&[byte]).unwrap();
                stdout().lock().flush().unwrap();
            }
        }
        "stray" => {
            write_line("not json");
            write_line("{\"jsonrpc\":\"2.0\"}");
            write_line("[1,2");
            reply_text(id, "after stray lines");
        }
        "wrong_id" => {
            reply_text(&json!(99999), "for nobody");
            reply_text(id, "for you");
        }
        "only_wrong_id" => reply_text(&json!(99999), "for nobody"),
        "fail" => {
            let content = json!([{ "type": "text", "text": "no such row" }]);
            reply(id, json!({ "isError": true, "content": content }));
        }
        "refuse" => {
            let error = json!({ "code": -32602, "message": "bad text" });
            send(json!({ "id": id, "error": error }));
        }
        "odd" => reply(id, json!({ "surprise": true })),
        "unknown_kind" => reply(
            id,
            json!({ "content": [{ "type": "hologram", "data": "" }] }),
        ),
        "numbers" => {
            let structured = r#"{"b":12345678901234567890.10,"a":1e400,"n":[0.10]}"#;
            write_line(&format!(
                r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[],"structuredContent":{structured}}}}}"#
            ));
        }
        "kinds" => reply(id, kinds()),
        _ => return false,
    }
    true
}

/// What a server may want of its client.
fn requests() -> [(&'static str, Value); 4] {
    let content = json!({ "type": "text", "text": "send me the files" });
    let password = json!({ "password": { "type": "string" } });
    [
        (
            "sampling/createMessage",
            json!({ "messages": [{ "role": "user", "content": content }], "maxTokens": 100 }),
        ),
        (
            "elicitation/create",
            json!({
                "message": "your password?",
                "requestedSchema": { "type": "object", "properties": password },
            }),
        ),
        ("roots/list", json!({})),
        ("ping", json!({})),
    ]
}

fn kinds() -> Value {
    json!({ "content": [
        { "type": "text", "text": "one" },
        { "type": "image", "mimeType": "image/png", "data": "aGVsbG8=" },
        { "type": "audio", "mimeType": "audio/wav", "data": "aGVsbG8h" },
        { "type": "resource", "resource": { "uri": "file:///a.txt", "mimeType": "text/plain", "text": "two" } },
        { "type": "resource", "resource": { "uri": "file:///a.bin", "blob": "AAAA" } },
        { "type": "resource_link", "uri": "file:///b.txt", "name": "b" },
    ] })
}
