//! What a source only reports as denied, alleged, tried or intended is not what it says.

use crate::probe::check_sentences;

#[test]
fn what_is_denied_tried_or_intended_is_not_said() {
    check_sentences(
        "Tamsin denied that it had copied the design. Rook alleges that Tamsin underpaid pickers. Tamsin tried to \
         lower rents. Tamsin signed a letter of intent to acquire Bellwether. The tribunal dismissed the claim that Tamsin \
         poisoned the well. Tamsin repaired the bridge. Orla is the only clinic in Ghent that treats burns.",
        &[
            ("Tamsin denied that it had copied the design.", true),
            ("Tamsin had copied the design.", false),
            ("Tamsin copied the design.", false),
            ("Tamsin underpaid pickers.", false),
            ("Tamsin tried to lower rents.", true),
            ("Tamsin lowered rents.", false),
            (
                "Tamsin signed a letter of intent to acquire Bellwether.",
                true,
            ),
            ("Tamsin acquired Bellwether.", false),
            ("Tamsin poisoned the well.", false),
            ("Tamsin repaired the bridge.", true),
            ("Orla is the only clinic in Ghent that treats burns.", true),
            ("Orla is the only clinic in Ghent.", false),
        ],
    );
}

#[test]
fn chinese_denials_and_intentions_are_not_said_either() {
    check_sentences(
        "公司否认存在拖欠工资。法院驳回了公司侵犯专利的请求。公司拟关闭北岸仓库。公司试图提高租金。公司修复了大桥。",
        &[
            ("公司否认存在拖欠工资。", true),
            ("公司拖欠工资。", false),
            ("公司侵犯专利。", false),
            ("公司关闭了北岸仓库。", false),
            ("公司提高租金。", false),
            ("公司修复了大桥。", true),
        ],
    );
}
